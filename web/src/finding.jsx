// All about one finding.

import { Fragment } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from './copy.jsx';
import { detailsOf } from './data.js';
import { Diff } from './diff.jsx';
import { duration, number, plural, strategyName } from './format.js';
import { Smtlib, coloured } from './smtlib.jsx';

// Steps with their depths, as a tree.
function treeOf(steps) {
  const roots = [];
  const path = [];
  for (const [depth, term, value] of steps) {
    const node = { term, value, children: [] };
    path.length = Math.min(depth, path.length);
    (path.length ? path[path.length - 1].children : roots).push(node);
    path.push(node);
  }
  return roots;
}

// No deeper than the steps of one explanation, which are few.
function Node({ node, depth, operators }) {
  const line = (
    <Fragment>
      <code>{coloured(node.term, operators)}</code>
      <span class="is">=</span>
      <code class={`value v-${node.value}`}>{coloured(node.value, operators)}</code>
    </Fragment>
  );
  if (node.children.length === 0) return <div class="leaf">{line}</div>;
  return (
    <details class="step" open={depth < 4}>
      <summary>{line}</summary>
      {node.children.map((child) => (
        <Node node={child} depth={depth + 1} operators={operators} />
      ))}
    </details>
  );
}

function Evaluation({ evaluation, operators }) {
  const { assertions, left_out: leftOut, note, file, holds } = evaluation;
  if (!file) return null;
  return (
    <div class="evaluation" data-evaluation>
      {assertions.length > 0 && (
        <p>
          {holds
            ? `By exact evaluation, without a solver, the model makes every assertion of ${file} true:`
            : `By exact evaluation, without a solver, the model makes this of ${file}:`}
        </p>
      )}
      {assertions.map((assertion) => (
        <div class="assertion">
          <h5>{assertion.line ? `line ${number(assertion.line)}` : 'assertion'}</h5>
          {treeOf(assertion.steps).map((node) => (
            <Node node={node} depth={0} operators={operators} />
          ))}
        </div>
      ))}
      {leftOut > 0 && <p class="note">{`${plural(leftOut, 'assertion')} more, not shown.`}</p>}
      {note && <p class="note">{note}</p>}
    </div>
  );
}

function Fold({ title, open = false, children }) {
  return (
    <details class="fold" open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

// What it means that a bug is in a folder other than bugs/.
const kShelves = {
  held: 'held back: its solver has as many bugs as --quota allows',
  flaky: 'a fresh process does not always show it',
};

const kReduced = {
  no: 'not reduced',
  interrupted: 'reduction was interrupted: it goes on when the campaign does',
  'cut short': 'reduction was cut short: the formula may become smaller',
};

function Facts({ finding, details }) {
  return (
    <p class="facts">
      <span>{`${finding.solver} ${details.version}`}</span>
      <span>{strategyName(finding.strategy)}</span>
      <span>
        after {duration(finding.seconds)} and {plural(finding.calls, 'solver call')}
      </span>
      {finding.duplicates > 0 && <span>seen again {plural(finding.duplicates, 'time')}</span>}
      {kShelves[finding.shelf] && <span data-shelf-note>{kShelves[finding.shelf]}</span>}
    </p>
  );
}

function Formula({ finding, details, operators }) {
  return (
    <Fragment>
      <h4>
        Formula <small>{details.file}</small>
      </h4>
      {kReduced[finding.reduced] && (
        <p class="note" data-reduced>
          {kReduced[finding.reduced]}
        </p>
      )}
      <Smtlib text={details.formula} operators={operators} />
    </Fragment>
  );
}

function Answers({ answers }) {
  return (
    <Fragment>
      <h4>Answers</h4>
      <ul class="answers" data-answers>
        {answers.map(([solver, answer]) => (
          <li>
            {solver}: <strong>{answer}</strong>
          </li>
        ))}
      </ul>
    </Fragment>
  );
}

export function Finding({ finding, operators }) {
  const [details, setDetails] = useState(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let current = true;
    detailsOf(finding.index).then(
      (found) => current && setDetails(found),
      (error) => current && setProblem(error.message),
    );
    return () => {
      current = false;
    };
  }, [finding.index]);

  if (problem) return <p class="note">Cannot be shown: {problem}</p>;
  if (!details) return <p class="note">…</p>;
  if (details.problem) return <p class="note">{finding.sentence}</p>;
  const isMutant = details.seed !== '' && details.mutant !== '' && finding.strategy !== 'none';
  return (
    <article class="about" data-finding={finding.id}>
      <p class="sentence">{finding.sentence}.</p>
      <Facts finding={finding} details={details} />
      <div class="actions">
        <CopyButton what="formula" text={details.formula} />
        <CopyButton what="command" text={details.repro} />
        <CopyButton what="issue" text={details.issue} />
        <code class="folder">{details.folder}</code>
      </div>

      <Formula finding={finding} details={details} operators={operators} />
      <Answers answers={details.answers} />
      <h4>How to reproduce it</h4>
      <pre class="code command">{details.repro}</pre>

      <h4>Certificate</h4>
      <Evaluation evaluation={details.evaluation} operators={operators} />
      {details.certificate && (
        <Fold title={details.heading} open={!details.evaluation.file}>
          <Smtlib text={details.certificate} operators={operators} />
        </Fold>
      )}
      {isMutant && (
        <Fold title={`Difference from seed to mutant: ${finding.seed}`}>
          <Diff from={details.seed} to={details.mutant} />
        </Fold>
      )}
      {(details.recipe || details.steps) && (
        <Fold title="How it was made">
          {details.recipe && <pre class="code command">{details.recipe}</pre>}
          {details.steps && <pre class="code">{details.steps}</pre>}
        </Fold>
      )}
      {details.output && (
        <Fold title="What the solver printed">
          <pre class="code">{details.output}</pre>
        </Fold>
      )}
      <Fold title="Text for the issue tracker">
        <pre class="code">{details.issue}</pre>
      </Fold>
    </article>
  );
}
