"""Means, deviations and Welch's test, as the papers' tables have them. Shared by the tools beside it."""

import math


def mean(values):
    """0 without values, so that a table has a figure in each cell."""
    return sum(values) / len(values) if values else 0.0


def variance(values):
    """Of a sample; 0 for a single value."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1)


def cell(values, digits=2):
    """Mean and standard deviation."""
    return f"{mean(values):.{digits}f} ± {math.sqrt(variance(values)):.{digits}f}"


def ratio(new, old):
    """How many times the mean of the old is that of the new; None where that is nothing."""
    return mean(new) / mean(old) if mean(old) else None


def welch(first, second):
    """The p-value of Welch's t-test for two means; None where the samples do not tell.

    Two-sided: the chance of means that differ as much, if both samples came from one distribution.
    """
    if len(first) < 2 or len(second) < 2:
        return None
    parts = [variance(first) / len(first), variance(second) / len(second)]
    spread = sum(parts)
    if spread == 0:
        return None if mean(first) == mean(second) else 0.0
    t = (mean(first) - mean(second)) / math.sqrt(spread)
    degrees = spread ** 2 / (parts[0] ** 2 / (len(first) - 1) + parts[1] ** 2 / (len(second) - 1))
    return _beta(degrees / (degrees + t * t), degrees / 2, 0.5)


def chance(p):
    """A p-value for people."""
    return "" if p is None else "< 0.0001" if p < 0.0001 else f"{p:.4f}"


def _beta(x, a, b):
    """The regularised incomplete beta function, by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):  # where the fraction converges slowly
        return 1 - _beta(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
                     + a * math.log(x) + b * math.log(1 - x)) / a
    tiny = 1e-300
    c, d = 1.0, 1 / max(1 - (a + b) * x / (a + 1), tiny)
    result = d
    for m in range(1, 300):
        step = 1.0
        for factor in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                       -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 / (1 + factor * d or tiny)
            c = 1 + factor / c or tiny
            step = c * d
            result *= step
        if abs(step - 1) < 1e-12:
            break
    return front * result
