import assert from 'node:assert/strict';
import { createContext, runInContext } from 'node:vm';
import { nodeHtml, nodes } from '../support/palette-html';

const types = Object.keys(nodes);

/** A page that runs the scripts of each node's html as it arrives, and notes what they register. */
function openPage() {
  const registered: string[] = [];
  const events = new EventTarget();
  const page = createContext({
    RED: { nodes: { registerType: (type: string) => registered.push(type) }, events: { on() {} } },
    // For the style sheet that the shared code brings.
    document: { createElement: () => ({}), head: { append() {} }, querySelectorAll: () => [] },
    Event,
    addEventListener: events.addEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  });
  return {
    registered,
    arrive(type: string) {
      for (const [, code = ''] of nodeHtml(type).matchAll(/<script type="text\/javascript">([\s\S]*?)<\/script>/g))
        runInContext(code, page);
    },
  };
}

describe('the html of the nodes', () => {
  it('registers each type at once in the order of the palette', () => {
    const page = openPage();
    types.forEach((type, index) => {
      page.arrive(type);
      assert.deepEqual(page.registered, types.slice(0, index + 1));
    });
  });

  it('registers every type once in any order: of a package just installed, an open editor asks for all at once', () => {
    for (const order of [[...types].reverse(), [...types.slice(1), ...types.slice(0, 1)]]) {
      const page = openPage();
      for (const type of order) page.arrive(type);
      assert.deepEqual([...page.registered].sort(), [...types].sort());
    }
  });

  it('registers nothing of a node that came first before what all nodes share is there', () => {
    const page = openPage();
    page.arrive('breaker-control');
    assert.deepEqual(page.registered, []);
  });
});
