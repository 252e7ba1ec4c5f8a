import type { NodeAPI } from 'node-red';
import { accountOf, defineNode, type InputRun, type Message, messageTimes, resolveValue } from '../../src/flow';
import { fields } from './breaker-device.fields';
import { doDeviceAction } from './device-actions';
import { type Asked, isKeyAction, isListAction } from './device-input';
import { doKeyAction } from './key-actions';
import { createKeyWatch } from './key-watch';
import { doListAction } from './list-actions';

/** Finds, describes, moves, sets and decommissions devices, tells of their handles, and keeps their UDP keys. spec 4.2 - 4.7 */
export default function breakerDevice(RED: NodeAPI): void {
  defineNode(RED, 'breaker-device', fields, (context) => {
    const { node, config, clock } = context;
    const { action } = config;
    const startedAt = clock.now();
    const watch = action === 'watchKeys' ? createKeyWatch(context) : undefined;

    return {
      async input(msg: Message, run: InputRun): Promise<void> {
        const receivedAt = clock.now();
        const asked: Asked = {
          msg,
          run,
          account: accountOf(RED, config.account),
          value: (field) => resolveValue(RED, node, config[field], msg),
          write: {
            receivedAt,
            startedAt,
            ...messageTimes(msg, receivedAt, config.expiry),
            mute: config.mute,
            dryRun: config.dryRun,
            signal: run.signal,
          },
        };
        if (action === 'watchKeys') await watch?.input(asked);
        else if (isListAction(action)) await doListAction(context, asked);
        else if (isKeyAction(action)) await doKeyAction(context, action, asked);
        else await doDeviceAction(context, action, asked);
      },
      close: () => watch?.close(),
    };
  });
}
