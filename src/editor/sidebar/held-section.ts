import type { HeldDevice } from '../../admin-api';
import { element, smallButton } from '..';
import { createDeviceOperate, type DeviceOperate } from './device-operate';
import { describeDevice } from './device-row';
import type { LiveValue } from './live-values';
import { dateTime, managerName } from './manager-words';
import { sidebarText } from './sidebar-text';

interface HeldOptions {
  readonly account: () => string | undefined;
  readonly liveOf: (deviceId: string) => LiveValue | undefined;
  readonly nameOf: (deviceId: string, known: string | undefined) => string;
  readonly onFree: (deviceId: string, name: string) => void;
  /** A breaker may have been closed. */
  readonly onOperated: (deviceId: string) => void;
}

interface Row {
  readonly element: HTMLElement;
  readonly close: DeviceOperate | undefined;
  readonly state: HTMLElement;
  readonly shown: string;
}

export interface HeldSection {
  readonly element: HTMLElement;
  show(held: readonly HeldDevice[]): void;
  /** Draws ages and states as they are by now. */
  refresh(): void;
}

/** What nodes that are gone hold: freed by a person, or closed, which frees it too. A question stays while the list is drawn anew. */
export function createHeldSection({ account, liveOf, nameOf, onFree, onOperated }: HeldOptions): HeldSection {
  const mayOperate = RED.user.hasPermission('breakerflow.write');
  const list = element('div', {});
  const hint = element('div', { class: 'breakerflow-secondary' }, [sidebarText('held.hint')]);
  const host = element('section', { class: 'breakerflow-held', hidden: true }, [
    element('h4', {}, [sidebarText('held.title')]),
    hint,
    list,
  ]);
  let rows = new Map<string, Row>();

  function made(held: HeldDevice, name: string, shown: string): Row {
    const { deviceId, kind, by, since } = held;
    const names = by.map((node) => managerName(node.name)).join(', ');
    const language = RED.i18n.lang();
    const close =
      kind === 'charger' ? undefined : createDeviceOperate({ account, liveOf, onDone: onOperated, only: ['close'] });
    close?.show({ id: deviceId, name });
    const free = smallButton(sidebarText('held.free'), () => onFree(deviceId, name));
    free.setAttribute('aria-label', `${sidebarText('held.free')}: ${name}`);
    free.title = sidebarText('held.tip');
    const state = element('span', { class: 'breakerflow-secondary' });
    const row = element('div', { class: 'breakerflow-item', 'data-device': deviceId }, [
      element('div', { class: 'breakerflow-line' }, [
        element('span', { class: 'breakerflow-operation' }, [name]),
        state,
      ]),
      element('div', { class: 'breakerflow-secondary' }, [
        since === undefined
          ? sidebarText('held.by', { names })
          : sidebarText('held.since', { names, since: dateTime(since, language) }),
      ]),
      ...(mayOperate ? [element('div', { class: 'breakerflow-buttons' }, [free])] : []),
      ...(close === undefined ? [] : [close.element]),
    ]);
    return { element: row, close, state, shown };
  }

  function refresh(): void {
    const now = performance.now();
    for (const [deviceId, { close, state }] of rows) {
      const text = describeDevice(liveOf(deviceId), now).state ?? '';
      if (state.textContent !== text) state.textContent = text;
      close?.refresh();
    }
  }

  return {
    element: host,
    show(held) {
      const before = rows;
      rows = new Map(
        held.map((one) => {
          const name = nameOf(one.deviceId, one.name);
          // A name that the runtime learns later changes nothing where the tree has one.
          const shown = JSON.stringify({ ...one, name });
          const known = before.get(one.deviceId);
          return [one.deviceId, known?.shown === shown ? known : made(one, name, shown)];
        }),
      );
      const elements = [...rows.values()].map((row) => row.element);
      // Moving a row that stays would take the focus from it.
      if (elements.length !== list.children.length || elements.some((row, index) => row !== list.children[index]))
        list.replaceChildren(...elements);
      host.hidden = elements.length === 0;
      refresh();
    },
    refresh,
  };
}
