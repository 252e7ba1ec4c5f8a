import { deviceName, type SiteDevice } from '../../admin-api';
import { element, smallButton } from '..';
import { nodesUsing } from '../circuits';
import { createDeviceCurve } from './device-curve';
import { createDeviceNaming } from './device-naming';
import { createDeviceOperate } from './device-operate';
import { describeClaims, describeDevice, describeHandles, type Facts } from './device-row';
import type { LiveValue } from './live-values';
import { createReplaceQuestion } from './replace-question';
import { sidebarText } from './sidebar-text';

/** The most nodes that are listed as using a device. */
const usesMax = 20;

/** Facts that are shown where there is no room for the others. */
const classes: { readonly [Name in keyof Facts]: string } = {
  error: 'breakerflow-error',
  locked: 'breakerflow-fact-lock',
  claims: 'breakerflow-fact-claims',
};

/** The page of the built-in simulator, where the account has one. */
export interface SimulatorWay {
  isThere(): boolean;
  open(): void;
}

interface DetailsOptions {
  readonly account: () => string | undefined;
  readonly liveOf: (deviceId: string) => LiveValue | undefined;
  readonly onAdd: (device: SiteDevice) => void;
  /** A device may have another state than is known. */
  readonly onOperated: (deviceId: string) => void;
  /** The location of a device and all above it. */
  readonly locationsOf: (device: SiteDevice) => readonly string[];
  /** The way to the chosen device in the built-in simulator. */
  readonly simulator: SimulatorWay;
  /** All devices of the account. */
  readonly devices: () => readonly SiteDevice[];
}

export interface DeviceDetails {
  readonly element: HTMLElement;
  show(device: SiteDevice | undefined): void;
  refresh(): void;
}

/** What is known of the chosen device, the way to a node for it, and the nodes that use it. */
export function createDeviceDetails({
  account,
  liveOf,
  onAdd,
  onOperated,
  locationsOf,
  simulator,
  devices,
}: DetailsOptions): DeviceDetails {
  const curve = createDeviceCurve(account);
  const operate = createDeviceOperate({ account, liveOf, onDone: onOperated });
  const naming = createDeviceNaming({ account, devices });
  const facts = element('dl', { class: 'breakerflow-facts' });
  const title = element('div', { class: 'breakerflow-details-title' });
  const add = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, [
    element('i', { class: 'fa fa-plus', 'aria-hidden': 'true' }),
    ` ${sidebarText('tree.add')}`,
  ]);
  const question = createReplaceQuestion(account);
  const replace = smallButton(sidebarText('replace.open'), () => {
    if (shown !== undefined) question.open({ ...shown, name: shown.name ?? '' });
  });
  replace.title = sidebarText('replace.tip');
  replace.hidden = !RED.user.hasPermission('flows.write');
  const simulate = smallButton(sidebarText('tree.simulate'), simulator.open, 'fa-flask');
  const uses = element('div', { class: 'breakerflow-uses' });
  const host = element(
    'section',
    { class: 'breakerflow-details', 'aria-label': sidebarText('tree.details'), hidden: true },
    [
      element('div', { class: 'breakerflow-details-head' }, [title, naming.rename]),
      naming.form,
      operate.element,
      facts,
      naming.protect,
      curve.element,
      element('div', { class: 'breakerflow-buttons' }, [add, replace, simulate]),
      question.element,
      uses,
    ],
  );
  let shown: SiteDevice | undefined;
  let shownFacts = '';

  add.addEventListener('click', () => {
    if (shown !== undefined) onAdd(shown);
    showUses();
  });

  function showFacts(): void {
    if (shown === undefined) return;
    const now = performance.now();
    const live = liveOf(shown.id);
    const words = { ...describeClaims(live), ...describeDevice(live, now), ...describeHandles(live, now) };
    const rows = Object.entries({ serial: shown.serialNumber, id: shown.id, ...words }).filter(
      (row): row is [keyof Facts, string] => row[1] !== undefined,
    );
    // Only changed parts are written, so that text selected in other parts stays selected.
    const names = JSON.stringify(rows.map(([name]) => name));
    if (names !== shownFacts) {
      shownFacts = names;
      facts.replaceChildren(
        ...rows.flatMap(([name]) => [
          element('dt', {}, [sidebarText(`fact.${name}`)]),
          element('dd', classes[name] === undefined ? {} : { class: classes[name] }),
        ]),
      );
    }
    for (const [index, dd] of [...facts.querySelectorAll('dd')].entries()) {
      const text = rows[index]?.[1] ?? '';
      if (dd.textContent !== text) dd.textContent = text;
    }
  }

  function showUses(): void {
    const id = account();
    if (shown === undefined || id === undefined) return;
    const found = nodesUsing({ ...shown, locationIds: locationsOf(shown) }, id);
    uses.replaceChildren(
      element('span', {}, [sidebarText(found.length > 0 ? 'tree.usedBy' : 'tree.unused')]),
      ...found.slice(0, usesMax).map((use) => {
        const button = element('button', { type: 'button', class: 'breakerflow-link' }, [use.name || use.type]);
        button.addEventListener('click', () => RED.view.reveal(use.id));
        return button;
      }),
      ...(found.length > usesMax ? [sidebarText('tree.moreUses', { count: found.length - usesMax })] : []),
    );
  }

  return {
    element: host,
    show(device) {
      const isOther = device?.id !== shown?.id;
      if (isOther) question.close();
      shown = device;
      shownFacts = '';
      host.hidden = device === undefined;
      naming.show(device);
      operate.show(device);
      curve.show(device);
      if (device === undefined) return;
      title.textContent = deviceName(device);
      simulate.hidden = !simulator.isThere();
      if (isOther) host.scrollTop = 0;
      showFacts();
      showUses();
    },
    refresh() {
      naming.refresh();
      operate.refresh();
      curve.refresh();
      showFacts();
      showUses();
    },
  };
}
