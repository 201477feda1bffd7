// Curves over time and over solver calls.

import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { duration, number, strategyName } from './format.js';
import { kAnswers, kSpent } from './totals.jsx';

const kColours = ['#2f81f7', '#e5534b', '#2da44e', '#bf8700', '#8957e5', '#1b9aaa', '#d4569a', '#7d8590'];
// Readable on light and on dark paper.
const kInk = '#848d97';
const kGrid = 'rgba(132, 141, 151, 0.2)';
const kHeight = 220;

const short = (value) =>
  value >= 1e6 ? `${+(value / 1e6).toFixed(1)}M` : value >= 1e4 ? `${+(value / 1e3).toFixed(1)}k` : String(+value.toFixed(2));

// Steps between the marks of a time axis, in seconds.
const kTimeSteps = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 21600, 43200, 86400, 172800, 604800];
const shortTime = (seconds) =>
  seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${+(seconds / 60).toFixed(1)} min` : `${+(seconds / 3600).toFixed(2)} h`;

function options(width, title, series, overTime) {
  const axis = { stroke: kInk, grid: { stroke: kGrid, width: 1 }, ticks: { stroke: kGrid, width: 1 } };
  return {
    width,
    height: kHeight,
    title,
    scales: { x: { time: false }, y: { range: (u, low, high) => [0, Math.max(1, high * 1.05)] } },
    axes: [
      {
        ...axis,
        space: 70,
        incrs: overTime ? kTimeSteps : undefined,
        values: (u, ticks) => ticks.map(overTime ? shortTime : short),
      },
      { ...axis, size: 56, values: (u, ticks) => ticks.map(short) },
    ],
    legend: { live: series.length > 1 },
    cursor: { y: false },
    series: [
      { label: overTime ? 'time' : 'calls', value: (u, x) => (x == null ? '' : overTime ? duration(x) : number(x)) },
      ...series.map(({ label, stepped }, at) => ({
        label,
        stroke: kColours[at % kColours.length],
        width: 2,
        points: { show: false },
        paths: stepped ? uPlot.paths.stepped({ align: 1 }) : undefined,
        value: (u, y) => (y == null ? '' : number(y)),
      })),
    ],
  };
}

// `columns` are x and one for each of the series.
function Plot({ title, series, columns, overTime }) {
  const box = useRef(null);
  const plot = useRef(null);
  const shape = `${title}|${series.map((each) => each.label).join('|')}|${overTime}`;
  useEffect(() => {
    const element = box.current;
    const width = () => Math.max(200, element.clientWidth);
    const made = new uPlot(options(width(), title, series, overTime), columns, element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: width(), height: kHeight }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [shape]);
  useEffect(() => plot.current.setData(columns), [columns]);
  return <div class="plot" ref={box} role="img" aria-label={title} />;
}

// How many findings there were, in all and by strategy, at each x where that changed.
function foundColumns(data, xOf, end, strategies) {
  const sorted = [...data.findings].sort((a, b) => xOf(a) - xOf(b));
  const counts = new Map(strategies.map((name) => [name, 0]));
  const columns = [[0], [0], ...strategies.map(() => [0])];
  const push = (x) => {
    const last = columns[0].length - 1;
    const at = columns[0][last] === x ? last : last + 1;
    columns[0][at] = x;
    columns[1][at] = total;
    strategies.forEach((name, which) => (columns[which + 2][at] = counts.get(name)));
  };
  let total = 0;
  for (const finding of sorted) {
    ++total;
    if (counts.has(finding.strategy)) counts.set(finding.strategy, counts.get(finding.strategy) + 1);
    push(Math.max(0, xOf(finding)));
  }
  push(Math.max(end, columns[0][columns[0].length - 1]));
  return columns;
}

// What is below a name; names can be those of anything.
const below = (place, name) => (place && Object.hasOwn(place, name) ? place[name] : undefined);
// A column of the samples: of a metric, a solver or strategy, a kind of answer.
const column = (samples, ...labels) => labels.reduce(below, samples.counters) ?? samples.seconds.map(() => 0);
// The sum of all columns of a metric.
const total = (samples, metric) =>
  Object.values(below(samples.counters, metric) ?? {}).reduce(
    (made, values) => made.map((value, at) => value + values[at]),
    samples.seconds.map(() => 0),
  );
// Parts of wholes, times a factor; nothing where the whole is zero.
const ratio = (parts, wholes, factor) => parts.map((part, at) => (wholes[at] > 0 ? (factor * part) / wholes[at] : null));

// The curves of a campaign: [title, [[label, values], ...]].
function curves(data, overTime) {
  const { samples } = data;
  const of = (...labels) => column(samples, ...labels);
  const strategies = Object.keys(below(samples.counters, 'tries') ?? {});
  const solvers = data.solvers.map((each) => each.name);
  const answers = (solver) =>
    kAnswers.map((kind) => [kind, of('answers', solver, kind)]).filter(([, values]) => values.some(Boolean));
  const seconds = (values) => values.map((value) => value / 1e6);
  const workers = of('worked');
  const waiting = of('waited');
  return [
    [overTime ? 'Mutants and solver calls' : 'Mutants', [['mutants', total(samples, 'mutants')], ...(overTime ? [['solver calls', total(samples, 'calls')]] : [])]],
    ['Timeouts', solvers.map((name) => [name, of('answers', name, 'timeout')])],
    ...solvers.map((name) => [`Answers of ${name}`, answers(name)]),
    [
      'Unique findings per 1,000 solver calls',
      strategies.map((name) => [strategyName(name), ratio(of('found', name), of('strategy_calls', name), 1000)]),
    ],
    [
      'Accepted mutants of 100 tries',
      strategies.map((name) => [strategyName(name), ratio(of('mutants', name), of('tries', name), 100)]),
    ],
    [
      'Where the time went, in seconds',
      [
        ...kSpent.map(([name, label]) => [label, seconds(of('spent', name))]),
        ['our own', seconds(workers.map((value, at) => value - waiting[at]))],
      ],
    ],
  ].filter(([, series]) => series.some(([, values]) => values.some(Boolean)));
}

export function Plots({ data }) {
  const [overTime, setOverTime] = useState(true);
  const { samples } = data;
  if (samples.seconds.length === 0 && data.findings.length === 0) return null;
  const x = overTime ? samples.seconds : total(samples, 'calls');
  const end = Math.max(x.length ? x[x.length - 1] : 0, overTime ? data.seconds : 0);
  const strategies = [...new Set(data.findings.map((each) => each.strategy))].sort();
  const split = strategies.length > 1 ? strategies : [];
  return (
    <section class="progress">
      <h2>Progress</h2>
      <div class="switch" role="group" aria-label="What curves are drawn over">
        <button type="button" aria-pressed={overTime} onClick={() => setOverTime(true)}>
          over time
        </button>
        <button type="button" aria-pressed={!overTime} onClick={() => setOverTime(false)} data-over-calls>
          over solver calls
        </button>
      </div>
      <div class="plots">
        <Plot
          title="Unique findings"
          series={[{ label: 'all', stepped: true }, ...split.map((name) => ({ label: strategyName(name), stepped: true }))]}
          columns={foundColumns(data, (each) => (overTime ? each.seconds : each.calls), end, split)}
          overTime={overTime}
        />
        {x.length > 1 &&
          curves(data, overTime).map(([title, series]) => (
            <Plot
              key={title}
              title={title}
              series={series.map(([label]) => ({ label }))}
              columns={[x, ...series.map(([, values]) => values)]}
              overTime={overTime}
            />
          ))}
      </div>
    </section>
  );
}
