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

function Evaluation({ kind, evaluation, operators }) {
  const { assertions, left_out: leftOut, note, file } = evaluation;
  if (!file) return null;
  const holds = kind === 'wrong-unsat';
  return (
    <div class="evaluation" data-evaluation>
      {assertions.length > 0 && (
        <p>
          {holds
            ? `By exact evaluation, with no solver in it, the model makes every assertion of ${file} true:`
            : `By exact evaluation, with no solver in it, this is what the solver's own model makes of ${file}:`}
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

const kCertificateTitle = {
  'wrong-unsat': 'The model that holds',
  'wrong-sat': 'The model, and what it makes false',
  'invalid-model': 'The model, and what it makes false',
  contradiction: 'The steps from seed to mutant',
};

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
      <p class="facts">
        <span>{`${finding.solver} ${details.version}`}</span>
        {finding.logic && <span>{finding.logic}</span>}
        <span>{strategyName(finding.strategy)}</span>
        <span>
          after {duration(finding.seconds)} and {plural(finding.calls, 'solver call')}
        </span>
        {finding.duplicates > 0 && <span>seen again {plural(finding.duplicates, 'time')}</span>}
        {finding.flaky && <span class="flaky">a fresh process does not always show it</span>}
      </p>
      <div class="actions">
        <CopyButton what="formula" text={details.formula} />
        <CopyButton what="command" text={details.repro} />
        <CopyButton what="issue" text={details.issue} />
        <code class="folder">{details.folder}</code>
      </div>

      <h4>{details.reduced ? 'Reduced formula' : 'Formula'}</h4>
      <Smtlib text={details.formula} operators={operators} />
      {details.answers.length > 0 && (
        <ul class="answers">
          {details.answers.map(([solver, answer]) => (
            <li>
              {solver}: <strong>{answer}</strong>
            </li>
          ))}
        </ul>
      )}
      <pre class="code command">{details.repro}</pre>

      <h4>Certificate</h4>
      <Evaluation kind={finding.kind} evaluation={details.evaluation} operators={operators} />
      {details.certificate && (
        <Fold title={kCertificateTitle[finding.kind] ?? 'What it printed'} open={!details.evaluation.file}>
          <Smtlib text={details.certificate} operators={operators} />
        </Fold>
      )}
      {details.model && finding.kind !== 'wrong-unsat' && (
        <Fold title="The solver's model">
          <Smtlib text={details.model} operators={operators} />
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
    </article>
  );
}
