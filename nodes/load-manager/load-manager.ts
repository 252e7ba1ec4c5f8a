import type { NodeAPI } from 'node-red';
import type { ManagerMessage } from '../../src/automation';
import { idKey } from '../../src/directory';
import {
  accountOf,
  defineNode,
  type InputRun,
  invalidInput,
  type Message,
  ownTexts,
  resolveDevices,
} from '../../src/runtime';
import { startManager } from '../../src/runtime/automation';
import { problem } from '../../src/schema';
import { legsOf, quantityOf } from './form-quantity';
import { inputOf, isTotal } from './input-message';
import { fields } from './load-manager.fields';
import type english from './locales/en-US/load-manager.json';
import { createManagerNode } from './manager-node';
import { type PushedReading, pushedReadings } from './pushed-readings';
import type { LoadRow } from './rows.fields';

/** Keeps a site, a leg or a demand window below its limit: opens and reduces what the dialog names, and brings it back. */
export default function loadManager(RED: NodeAPI, start = startManager): void {
  defineNode(RED, 'load-manager', fields, ({ node, config, texts, clock, status }) => {
    const ownText = ownTexts<typeof english>(RED, 'load-manager');
    const manager = createManagerNode({ RED, node, config, clock, status, texts, ownText, start });
    /** What messages are read by: known before the devices are. */
    const settings = { quantity: quantityOf(config), legs: legsOf(config) };

    /** The load that a message names by name, serial number or id. */
    async function withLoad(message: ManagerMessage, run: InputRun): Promise<ManagerMessage> {
      if (message.kind !== 'allow') return message;
      const { circuits, signal } = run;
      const account = accountOf(RED, config.account);
      const [deviceId = ''] = await resolveDevices(account, [message.deviceId], {
        ...{ circuits, signal },
        fieldOf: () => 'payload.allow',
      });
      const row = (config.loads as readonly LoadRow[]).find((load) => idKey(load.deviceId) === idKey(deviceId));
      if (row !== undefined) return { kind: 'allow', deviceId: row.deviceId };
      throw invalidInput('the message cannot be used', [
        problem('payload.allow', 'load', ownText('message.noLoad', { name: message.deviceId })),
      ]);
    }

    /** Of circuits that the manager does not read nothing is taken: a stream tells of many. */
    async function takeReadings(pushed: readonly PushedReading[], { circuits, signal }: InputRun): Promise<void> {
      const texts = pushed.map(({ device }) => device);
      const how = { circuits, signal, fieldOf: () => 'deviceId' };
      const ids = texts.length === 0 ? [] : await resolveDevices(accountOf(RED, config.account), texts, how);
      for (const [index, { device, ...reading }] of pushed.entries())
        manager.push({ ...reading, deviceId: ids[index] ?? device });
    }

    return {
      close: (removed) => manager.close(removed),
      async input(msg: Message, run) {
        const wrong = manager.problems();
        if (wrong !== undefined)
          throw invalidInput(
            'the manager cannot start',
            wrong.map((told) => problem('', 'settings', told)),
          );
        const takesTotals = config.of === 'messages';
        const pushed = takesTotals && isTotal(msg) ? undefined : pushedReadings(msg);
        if (pushed !== undefined) return takeReadings(pushed, run);
        const input = inputOf(msg.payload, { settings, takesTotals, text: ownText, now: clock.now() });
        if (input.kind === 'total') manager.total(input.reading, input.ts);
        else manager.take(await withLoad(input.message, run));
      },
    };
  });
}
