"""Tests of tools/figures.py."""

import math
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import figures  # noqa: E402


def area(t, degrees):
    """Below the density of Student's distribution from 0 to t, by Simpson's rule."""
    scale = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) / math.sqrt(degrees * math.pi)
    steps = 1000
    weights = [1] + [4, 2] * (steps // 2 - 1) + [4, 1]
    return t / steps / 3 * sum(weight * scale * (1 + (t * i / steps) ** 2 / degrees) ** (-(degrees + 1) / 2)
                               for i, weight in enumerate(weights))


class Figures(unittest.TestCase):
    def test_means_and_deviations(self):
        self.assertEqual(figures.cell([2.0, 4.0, 6.0]), "4.00 ± 2.00")
        self.assertEqual(figures.cell([3.0], 1), "3.0 ± 0.0")
        self.assertEqual(figures.cell([]), "0.00 ± 0.00")
        self.assertEqual(figures.ratio([3.0, 6.0], [3.0]), 1.5)
        self.assertIsNone(figures.ratio([1.0], [0.0]))

    def test_welch_is_exact_for_one_and_two_degrees(self):
        # A sample without variance leaves the degree of the other: p = 1 - 2/pi atan(t).
        self.assertAlmostEqual(figures.welch([0.0, 2.0], [3.0, 3.0]), 1 - 2 / math.pi * math.atan(2))
        # Equal variances of two pairs: p = 1 - t / sqrt(2 + t^2).
        self.assertAlmostEqual(figures.welch([0.0, 2.0], [3.0, 5.0]), 1 - 3 / math.sqrt(2) / math.sqrt(2 + 4.5))

    def test_welch_is_the_tail_of_students_distribution(self):
        first = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6]
        second = [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8]
        parts = [figures.variance(each) / len(each) for each in (first, second)]
        t = (figures.mean(second) - figures.mean(first)) / math.sqrt(sum(parts))
        degrees = sum(parts) ** 2 / (parts[0] ** 2 / 9 + parts[1] ** 2 / 6)
        self.assertAlmostEqual(figures.welch(first, second), 1 - 2 * area(t, degrees), places=6)
        self.assertAlmostEqual(figures.welch(first, second), figures.welch(second, first))

    def test_samples_that_do_not_tell(self):
        self.assertIsNone(figures.welch([1.0], [2.0, 3.0]))
        self.assertIsNone(figures.welch([2.0, 2.0], [2.0, 2.0]))
        self.assertEqual(figures.welch([1.0, 1.0], [2.0, 2.0]), 0.0)
        self.assertEqual(figures.chance(0.0), "< 0.0001")
        self.assertEqual(figures.chance(0.25), "0.2500")
        self.assertEqual(figures.chance(None), "")


if __name__ == "__main__":
    unittest.main()
