import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Coverage, NotTested } from './coverage.jsx';
import { isLive, watch } from './data.js';
import { Findings } from './findings.jsx';
import { duration, number, plural } from './format.js';
import { allKinds } from './kinds.js';
import { Plots } from './plots.jsx';
import { Solvers, Strategies, TimeSplit } from './totals.jsx';

const total = (list, name) => list.reduce((sum, each) => sum + each[name], 0);

const kThemes = ['auto', 'light', 'dark'];

function ThemeButton() {
  const [theme, setTheme] = useState(0);
  useEffect(() => {
    if (theme === 0) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = kThemes[theme];
  }, [theme]);
  return (
    <button type="button" class="theme" onClick={() => setTheme((theme + 1) % kThemes.length)}>
      {`theme: ${kThemes[theme]}`}
    </button>
  );
}

function Header({ data, trouble }) {
  const facts = [
    data.started && `started ${data.started.replace('T', ' ').replace('Z', ' UTC')}`,
    data.seconds > 0 && `ran ${duration(data.seconds)}${data.budget > 0 ? ` of ${duration(data.budget)}` : ''}`,
    data.jobs && plural(Number(data.jobs), 'job'),
    data.rng && `--rng ${data.rng}`,
    data.polygraph && `Polygraph ${data.polygraph}`,
  ].filter(Boolean);
  return (
    <header>
      <div>
        <h1>Polygraph</h1>
        <p class="facts">
          {facts.map((fact) => (
            <span>{fact}</span>
          ))}
        </p>
      </div>
      <div class="corner">
        {isLive && <span class={`live ${trouble ? 'lost' : ''}`}>{trouble ? 'no longer reachable' : 'live'}</span>}
        <ThemeButton />
      </div>
    </header>
  );
}

function Headline({ data }) {
  const count = data.findings.length;
  const liars = new Set(data.findings.map((each) => each.solver).filter(Boolean)).size;
  const numbers = [
    [total(data.strategies, 'mutants'), 'mutants'],
    [total(data.solvers, 'calls'), 'solver calls'],
    [data.seeds.taken, `of ${plural(data.seeds.total, 'seed')} used`],
  ];
  return (
    <section class="headline">
      <p class="lies">
        <strong data-lies>{number(count)}</strong>{' '}
        {count === 0 ? 'lies found' : `unique ${count === 1 ? 'lie' : 'lies'} by ${plural(liars, 'solver')}`}
      </p>
      <p class="solvers">
        {data.solvers.map(({ name, version, command }) => (
          <span title={command}>
            {name} <span class="quiet">{version}</span>
          </span>
        ))}
      </p>
      <ul class="numbers">
        {numbers.map(([value, name]) => (
          <li>
            <strong>{number(value)}</strong> {name}
          </li>
        ))}
      </ul>
      <ul class="kinds">
        {allKinds(data).map(({ name, label, description, colour }) => {
          const found = data.findings.filter((each) => each.kind === name).length;
          return (
            <li class={`${colour} ${found ? '' : 'none'}`} title={description} data-kind={name}>
              <strong>{number(found)}</strong>
              <span>{label}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Options({ options }) {
  if (!options) return null;
  return (
    <section>
      <details class="fold">
        <summary>Options of the campaign</summary>
        <pre class="code">{JSON.stringify(options, null, 1)}</pre>
      </details>
    </section>
  );
}

function App() {
  const [data, setData] = useState(null);
  const [trouble, setTrouble] = useState(null);
  useEffect(() => {
    watch(setData, setTrouble);
  }, []);
  const operators = useMemo(
    () => new Set((data?.theories ?? []).flatMap((theory) => theory.operators.map(([name]) => name))),
    [data !== null],
  );
  if (!data) return <p class="note">{trouble ? `Not reachable: ${trouble}` : '…'}</p>;
  return (
    <main>
      <Header data={data} trouble={trouble} />
      <Headline data={data} />
      <Findings data={data} operators={operators} />
      <Plots data={data} />
      <Solvers data={data} />
      <Strategies data={data} />
      <TimeSplit data={data} />
      <Coverage data={data} />
      <NotTested data={data} />
      <Options options={data.options} />
    </main>
  );
}

render(<App />, document.getElementById('app'));
