// What was asked, answered and found, in all.

import { duration, number, percent, strategyName } from './format.js';

export const kAnswers = ['sat', 'unsat', 'unknown', 'timeout', 'out of memory', 'unsupported', 'error', 'crash'];

export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

// Shares of a whole, side by side: [name, count].
function Stack({ parts, prefix }) {
  const whole = sum(parts.map(([, count]) => count));
  if (whole === 0) return <div class="stack empty" />;
  return (
    <div class="stack">
      {parts
        .filter(([, count]) => count > 0)
        .map(([name, count]) => (
          <span
            class={`${prefix}-${name.replaceAll(' ', '-')}`}
            style={{ width: `${(100 * count) / whole}%` }}
            title={`${name}: ${number(count)} (${percent(count, whole)})`}
          />
        ))}
    </div>
  );
}

function Bar({ value, most }) {
  return (
    <div class="bar">
      <span style={{ width: `${most > 0 ? (100 * value) / most : 0}%` }} />
    </div>
  );
}

export function Solvers({ data }) {
  if (data.solvers.length === 0) return null;
  const seen = kAnswers.filter((answer) => data.solvers.some((solver) => solver.answers[answer] > 0));
  return (
    <section>
      <h2>Answers by solver</h2>
      <ul class="legend">
        {seen.map((answer) => (
          <li>
            <i class={`a-${answer.replaceAll(' ', '-')}`} />
            {answer}
          </li>
        ))}
      </ul>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Solver</th>
              <th class="right">Lies</th>
              <th class="right">Calls</th>
              <th class="wide">Answers</th>
              {seen.map((answer) => (
                <th class="right">{answer}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.solvers.map((solver) => (
              <tr>
                <td title={solver.command}>
                  <strong>{solver.name}</strong> <span class="quiet">{solver.version}</span>
                </td>
                <td class="right">{number(solver.findings)}</td>
                <td class="right">{number(solver.calls)}</td>
                <td class="wide">
                  <Stack prefix="a" parts={kAnswers.map((answer) => [answer, solver.answers[answer] ?? 0])} />
                </td>
                {seen.map((answer) => (
                  <td class="right">{number(solver.answers[answer] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function Strategies({ data }) {
  if (data.strategies.length === 0) return null;
  const rate = (each) => (each.calls > 0 ? (1000 * each.found) / each.calls : 0);
  const most = Math.max(...data.strategies.map(rate));
  return (
    <section>
      <h2>Strategies</h2>
      <div class="scroll">
        <table data-strategies>
          <thead>
            <tr>
              <th>Strategy</th>
              <th class="right">Tries</th>
              <th class="right">Mutants</th>
              <th class="right" title="mutants made of a hundred tries">
                Accepted
              </th>
              <th class="right" title="of the sub-formulas that it watches, those that mutants made true, and made false">
                Covered
              </th>
              <th class="right">Solver calls</th>
              <th class="right">Unique findings</th>
              <th class="wide">Findings per 1,000 calls</th>
            </tr>
          </thead>
          <tbody>
            {data.strategies.map((each) => (
              <tr>
                <td>
                  <strong>{strategyName(each.name)}</strong>
                </td>
                <td class="right">{number(each.tries)}</td>
                <td class="right">{number(each.mutants)}</td>
                <td class="right">{percent(each.mutants, each.tries)}</td>
                <td class="right">{percent(each.covered, each.goals)}</td>
                <td class="right">{number(each.calls)}</td>
                <td class="right">{number(each.found)}</td>
                <td class="wide">
                  <div class="measure">
                    <Bar value={rate(each)} most={most} />
                    <span>{each.calls > 0 ? rate(each).toFixed(2) : '–'}</span>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.repeats > 0 && (
        <p class="note">{number(data.repeats)} mutants were the same as one before, and nobody was asked about them.</p>
      )}
    </section>
  );
}

const kMicroseconds = 1e6;

// What time spent waiting for solvers was for.
export const kSpent = [
  ['answers', 'queries with an answer'],
  ['silence', 'queries without one'],
  ['starts', 'starting solvers'],
  ['values', 'choosing values'],
  ['seeds', 'asking about seeds'],
  ['bugs', 'confirming and reducing bugs'],
];

export function TimeSplit({ data }) {
  const { solvers, workers, spent } = data.time;
  if (workers === 0) return null;
  const parts = kSpent.map(([name, label]) => [name, spent[name] ?? 0, label]);
  const known = sum(parts.map(([, count]) => count));
  parts.push(['solvers', Math.max(0, Math.min(solvers, workers) - known), 'waiting for solvers otherwise']);
  parts.push(['own', Math.max(0, workers - solvers), 'mutating, evaluating, writing']);
  return (
    <section>
      <h2>Where the time went</h2>
      <Stack prefix="w" parts={parts} />
      <ul class="legend">
        {parts
          .filter(([, count]) => count > 0)
          .map(([name, count, label]) => (
            <li>
              <i class={`w-${name}`} />
              {label}: {duration(count / kMicroseconds)} ({percent(count, workers)})
            </li>
          ))}
      </ul>
    </section>
  );
}
