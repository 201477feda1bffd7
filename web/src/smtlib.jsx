// SMT-LIB in colours. Text comes out as text nodes only.

const kToken = /;[^\n]*|"(?:[^"]|"")*"?|\|[^|]*\|?|#x[0-9a-fA-F]+|#b[01]+|:[^\s()";|]+|[()]|\s+|[^\s()";|]+/g;
const kCommand =
  /^(assert|assert-soft|check-sat.*|declare-.*|define-.*|echo|exit|get-.*|minimize|maximize|pop|push|reset.*|set-.*)$/;
const kBinder = /^(let|forall|exists|lambda|match|par|as|_|!)$/;

// What is longer stays plain: a million spans would stop the browser.
const kMaxColoured = 100_000;

function classOf(token, before, operators) {
  const first = token[0];
  if (first === ';') return 'comment';
  if (first === '"') return 'string';
  if (first === '#' || /^[0-9]/.test(token)) return 'literal';
  if (first === ':') return 'keyword';
  if (token === '(' || token === ')') return 'paren';
  if (token === 'true' || token === 'false') return 'literal';
  if (before === '(' && kCommand.test(token)) return 'command';
  if (kBinder.test(token)) return 'binder';
  if (operators.has(token)) return 'operator';
  return null;
}

export function coloured(text, operators) {
  if (text.length > kMaxColoured) return text;
  const parts = [];
  let before = '';
  for (const [token] of text.matchAll(kToken)) {
    if (/^\s/.test(token)) {
      parts.push(token);
      continue;
    }
    const name = classOf(token, before, operators);
    parts.push(name ? <span class={`t-${name}`}>{token}</span> : token);
    before = token;
  }
  return parts;
}

export function Smtlib({ text, operators, class: name = '' }) {
  return <pre class={`code ${name}`}>{coloured(text, operators)}</pre>;
}
