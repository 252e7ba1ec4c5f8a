import type { NodeAPI } from 'node-red';
import { accountOf, defineNode, type InputRun, type Message, resolveValue, writeRequestOf } from '../../src/runtime';
import { createMadeByNode } from '../../src/runtime/made';
import { fields } from './breaker-device.fields';
import { doDeviceAction, isSettingAction } from './device-actions';
import { type DeviceInput, isKeyAction, isListAction } from './device-input';
import { doKeyAction } from './key-actions';
import { createKeyWatch } from './key-watch';
import { doListAction } from './list-actions';

/**
 * Finds, describes, moves, configures and decommissions devices, reads the history of their handles and manages UDP keys.
 * spec 4.2 - 4.7
 */
export default function breakerDevice(RED: NodeAPI): void {
  defineNode(RED, 'breaker-device', fields, (context) => {
    const { node, config, status, texts, started } = context;
    const { action } = config;
    const made = createMadeByNode({ RED, node, accountId: config.account, removeWithNode: true });
    const watch = action === 'watchKeys' ? createKeyWatch(context) : undefined;

    return {
      async input(msg: Message, run: InputRun): Promise<void> {
        const reply = { RED, status, texts, msg, run };
        const account = accountOf(RED, config.account);
        // Before anything asynchronous, so that the changes keep the order of their messages.
        const reservation = account.reserve();
        if (!isSettingAction(action)) reservation.release();
        const input: DeviceInput = {
          ...reply,
          account,
          reservation,
          made,
          resolveField: (field) => resolveValue(RED, node, config[field], msg),
          writeRequest: writeRequestOf(config, { msg, run, started, node, reservation }),
        };
        try {
          if (action === 'watchKeys') await watch?.input(input);
          else if (isListAction(action)) await doListAction(context, input);
          else if (isKeyAction(action)) await doKeyAction(context, action, input);
          else await doDeviceAction(context, action, input);
        } finally {
          reservation.release();
        }
      },
      close() {
        watch?.close();
        made.close();
      },
    };
  });
}
