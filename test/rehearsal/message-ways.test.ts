import assert from 'node:assert/strict';
import { followMessages } from '../../src/rehearsal/child/message-ways';

type Hook = (event: object) => void;

function followed() {
  const heard = new Map<string, Hook>();
  const ways = followMessages({
    hooks: { add: (name, hook) => heard.set(name.split('.')[0] ?? '', hook as Hook) },
    nodeOf: (id) => ({ id, type: 'function', name: id }),
  });
  const comes = (to: string) => heard.get('onReceive')?.({ msg: { _msgid: 'm' }, destination: { id: to } });
  return {
    ways,
    comes,
    sends(from: string, ...to: string[]) {
      for (const id of to) {
        heard.get('preDeliver')?.({ msg: { _msgid: 'm' }, source: { id: from }, destination: { id } });
        comes(id);
      }
    },
  };
}

describe('the way of a message', () => {
  it('leads from the node that sent it to the one that is asked for, without other branches and what came later', () => {
    const { ways, sends } = followed();
    sends('inject', 'switch');
    sends('switch', 'mail', 'control');
    sends('control', 'debug');
    assert.deepEqual(ways.to('control', 'm'), ['inject', 'switch', 'control']);
  });

  it('leads over a link, which delivers nothing', () => {
    const { ways, sends, comes } = followed();
    sends('inject', 'link out');
    comes('link in');
    sends('link in', 'control');
    assert.deepEqual(ways.to('control', 'm'), ['inject', 'link out', 'link in', 'control']);
  });

  it('ends where the message has come back to the node that sent it', () => {
    const { ways, sends } = followed();
    sends('function', 'control');
    sends('control', 'function');
    assert.deepEqual(ways.to('control', 'm'), ['function', 'control']);
  });

  it('is empty for a node to which it did not come, and for a message that nobody has seen', () => {
    const { ways, sends } = followed();
    sends('inject', 'control');
    assert.deepEqual([ways.to('other', 'm'), ways.to('control', 'unseen')], [[], []]);
  });
});
