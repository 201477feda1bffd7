// Where the page has its data from: blocks in the file, or a campaign that goes on.

const block = JSON.parse(document.getElementById('data').textContent);
export const isLive = block.live === true;

async function ask(path) {
  const response = await fetch(path, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.json();
}

const kPollMilliseconds = 2000;

// Calls show(data) now and whenever there is more; trouble(message) while there is none to be had.
export async function watch(show, trouble) {
  if (!isLive) {
    show(block);
    return;
  }
  let findings = [];
  const poll = async () => {
    if (!document.hidden || findings.length === 0) {
      try {
        const more = await ask(`data/${findings.length}`);
        findings = [...findings.slice(0, more.first), ...more.findings];
        show({ ...more, findings });
        trouble(null);
      } catch (error) {
        trouble(error.message);
      }
    }
    setTimeout(poll, kPollMilliseconds);
  };
  await poll();
}

const chunks = new Map();

async function unpack(which) {
  const text = document.getElementById(`details${which}`).textContent;
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).json();
}

// All about the finding with that number.
export async function detailsOf(index) {
  if (isLive) return ask(`finding/${index}`);
  const which = Math.floor(index / block.chunk);
  if (!chunks.has(which)) chunks.set(which, unpack(which));
  return (await chunks.get(which))[index % block.chunk];
}
