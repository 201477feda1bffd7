import { useState } from 'preact/hooks';

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without the permission, or the interface, the old way does it.
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'offscreen';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (!done) throw new Error('not copied');
  }
}

export function CopyButton({ what, text }) {
  const [said, say] = useState('');
  const click = async () => {
    try {
      await copy(text);
      say('copied');
    } catch {
      say('not copied');
    }
    setTimeout(() => say(''), 1500);
  };
  return (
    <button type="button" class="copy" onClick={click} data-copy={what} aria-live="polite">
      {said || `Copy ${what}`}
    </button>
  );
}
