import type { NodeAPI } from 'node-red';
import { accountOf, defineNode, type InputRun, invalidInput, ownTexts, resolveDevices } from '../../src/runtime';
import { startWatch } from '../../src/runtime/watch';
import { problem } from '../../src/schema';
import { fields } from './circuit-watch.fields';
import { inputOf } from './input-message';
import type english from './locales/en-US/circuit-watch.json';
import { createWatchNode } from './watch-node';

/** Tells once when a device does what it should not, and once when it is well again. */
export default function circuitWatch(RED: NodeAPI, start = startWatch): void {
  defineNode(RED, 'circuit-watch', fields, ({ node, config, texts, clock, status }) => {
    const ownText = ownTexts<typeof english>(RED, 'circuit-watch');
    const watch = createWatchNode({ RED, node, config, clock, status, texts, ownText, start });

    const named = (names: readonly string[], field: string, { circuits, signal }: InputRun) =>
      resolveDevices(accountOf(RED, config.account), names, { circuits, signal, fieldOf: () => field });

    return {
      close: (removed) => watch.close(removed),
      async input(msg, run) {
        const wrong = watch.problems();
        if (wrong.length > 0)
          throw invalidInput(
            'the watch cannot start',
            wrong.map((told) => problem('', 'settings', told)),
          );
        const input = inputOf(msg, clock.now(), ownText);
        await watch.ready();
        if (input.kind === 'report') {
          if (config.measure !== 'health') throw notHealth();
          watch.report();
          return;
        }
        if (input.kind === 'ack') {
          const { names } = input;
          if (names === undefined) watch.acknowledge();
          else watch.acknowledge((await named(names, 'payload.ack', run)).map((id) => watchedId(id, names.join(', '))));
          return;
        }
        for (const facts of input.facts) {
          const [id = ''] = await named([facts.device], 'deviceId', run);
          const deviceId = watch.watched(id);
          // A stream tells of all devices of its account; those that are not watched are none of ours.
          if (deviceId !== undefined) watch.take({ ...facts, deviceId });
        }
      },
    };

    function notHealth() {
      return invalidInput('the message cannot be used', [problem('payload', 'report', ownText('message.notHealth'))]);
    }

    function watchedId(id: string, name: string): string {
      const deviceId = watch.watched(id);
      if (deviceId !== undefined) return deviceId;
      throw invalidInput('the message cannot be used', [
        problem('payload.ack', 'watched', ownText('message.notWatched', { name })),
      ]);
    }
  });
}
