// What was tested, and, said openly, what was not.

import { number, percent, plural } from './format.js';
import { sum } from './totals.jsx';

const kLevels = 5;

// 0: never; else by the logarithm.
function level(count, most) {
  if (count === 0) return 0;
  return Math.min(kLevels, 1 + Math.floor(((kLevels - 1) * Math.log(count)) / Math.max(1, Math.log(most))));
}

function Logics({ seeds }) {
  if (seeds.logics.length === 0) return null;
  const most = Math.max(...seeds.logics.map((each) => each.seeds));
  return (
    <ul class="logics">
      {seeds.logics.map(({ logic, seeds: count, taken }) => (
        <li>
          <span class="name">{logic || 'no logic'}</span>
          <span class="bar">
            <span style={{ width: `${(100 * count) / most}%` }} class="pale" />
            <span style={{ width: `${(100 * taken) / most}%` }} class="over" />
          </span>
          <span class="count">
            {number(taken)} of {number(count)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function HeatMap({ theories }) {
  const most = Math.max(...theories.flatMap((theory) => theory.operators.map(([, count]) => count)));
  if (most === 0) return <p class="note">No mutant was sampled for its operators.</p>;
  return (
    <div class="heat">
      <p class="scale">
        never{' '}
        {Array.from({ length: kLevels + 1 }, (_, at) => (
          <i class={`h${at}`} />
        ))}{' '}
        {number(most)} mutants
      </p>
      {theories.map(({ name, operators }) => {
        const used = operators.filter(([, count]) => count > 0).length;
        return (
          <div class="theory">
            <h4>
              {name}{' '}
              <small>
                {number(used)} of {number(operators.length)}
              </small>
            </h4>
            <p class="cells">
              {operators.map(([operator, count]) => (
                <span class={`h${level(count, most)}`} title={`${operator}: ${plural(count, 'mutant')}`}>
                  {operator}
                </span>
              ))}
            </p>
          </div>
        );
      })}
      <p class="note">Operators that theories share by name are counted together, in a sample of the mutants.</p>
    </div>
  );
}

export function Coverage({ data }) {
  return (
    <section>
      <h2>What was tested</h2>
      <h3>
        Seeds{' '}
        <small>
          {number(data.seeds.taken)} of {number(data.seeds.total)} used
        </small>
      </h3>
      <Logics seeds={data.seeds} />
      <h3>Operators by theory</h3>
      <HeatMap theories={data.theories} />
    </section>
  );
}

function Skipped({ skipped }) {
  return (
    <ul>
      {skipped.map(({ why, count, examples }) => (
        <li>
          {plural(count, 'seed')}: {why}
          {examples.length > 0 && <span class="quiet"> {examples.join(', ')}</span>}
        </li>
      ))}
    </ul>
  );
}

const kNoAnswers = [
  ['unsupported', 'unsupported'],
  ['unknown', 'unknown'],
  ['timeout', 'timeout'],
  ['out of memory', 'out of memory'],
  ['error', 'error'],
];

// Each is a sentence, or null.
function gaps(data) {
  const { seeds, models, theories } = data;
  const skipped = sum(seeds.skipped.map((each) => each.count));
  const judged = models.true + models.false + models.unknown;
  const operators = sum(theories.map((theory) => theory.operators.length));
  const never = sum(theories.map((theory) => theory.operators.filter(([, count]) => count === 0).length));
  const waiting = seeds.total - skipped - seeds.taken;
  return [
    skipped > 0 && (
      <li>
        {number(skipped)} of {plural(seeds.total, 'seed')} skipped:
        <Skipped skipped={seeds.skipped} />
      </li>
    ),
    waiting > 0 && <li>{plural(waiting, 'seed')} had no turn.</li>,
    seeds.opaque > 0 && (
      <li>
        {plural(seeds.opaque, 'seed')} with terms that Polygraph does not know: these were never changed and never
        evaluated.
      </li>
    ),
    models.unknown > 0 && (
      <li>
        {number(models.unknown)} of {plural(judged, 'model')} ({percent(models.unknown, judged)}) could not be judged.
      </li>
    ),
    never > 0 && (
      <li>
        {number(never)} of {plural(operators, 'operator')} in no mutant that was sampled.
      </li>
    ),
    ...data.solvers.map((solver) => {
      const whole = sum(Object.values(solver.answers));
      const parts = kNoAnswers.filter(([answer]) => solver.answers[answer] > 0);
      return (
        parts.length > 0 && (
          <li>
            <strong>{solver.name}</strong> gave no verdict:{' '}
            {parts
              .map(([answer, name]) => `${name} ${number(solver.answers[answer])} times (${percent(solver.answers[answer], whole)})`)
              .join(', ')}
            .
          </li>
        )
      );
    }),
  ].filter(Boolean);
}

export function NotTested({ data }) {
  const list = gaps(data);
  return (
    <section>
      <h2>What was not tested</h2>
      {list.length > 0 ? <ul class="gaps">{list}</ul> : <p class="note">Nothing was left out that is known.</p>}
      <p class="note">A solver about which nothing was found is not proved right.</p>
    </section>
  );
}
