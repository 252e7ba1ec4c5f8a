import type { SimulatedDevice, SimulatorState } from '../../admin-api';
import { ask, element } from '..';
import { createFaultSwitches } from './fault-switches';
import { createGridOperatorSection } from './grid-operator-section';
import { type SidebarKey, sidebarText } from './sidebar-text';
import { action, choice, numberInput, textInput } from './simulator-inputs';
import type { SidebarView } from './view';

const loads = ['spare', 'lighting', 'outlets', 'refrigerator', 'oven', 'water-heater', 'heat-pump', 'dryer', 'ev'];
const speeds = [1, 10, 60, 600, 3600];
/** A brown-out, the voltage of every day, and too much of it. */
const supplies = [85, 100, 115];
const refreshMs = 5_000;

interface SimulatorViewOptions {
  readonly account: () => string | undefined;
  /** The device that is chosen in the tree. */
  readonly selected: () => string | undefined;
  /** Something has happened in the simulated site. */
  readonly onControl: () => void;
}

/** Lets things happen in the built-in simulator that no service operation does. Users without write permission see it. */
export function createSimulatorView({ account, selected, onControl }: SimulatorViewOptions): SidebarView {
  const mayControl = RED.user.hasPermission('breakerflow.write');
  const note = element('div', { role: 'status' });
  const panel = element('fieldset', { class: 'breakerflow-panel' });
  panel.disabled = !mayControl;
  const host = element('div', { class: 'breakerflow-page' }, [
    element('div', { class: 'breakerflow-simulated' }, [sidebarText('simulator.notice')]),
    ...(mayControl ? [] : [element('div', { class: 'breakerflow-note' }, [sidebarText('simulator.readOnly')])]),
    note,
    panel,
  ]);
  const clock = element('output', { class: 'breakerflow-clock' });
  const speed = choice(
    sidebarText('simulator.speed'),
    speeds.map((value) => [String(value), `${value}×`]),
  );
  const supply = choice(
    sidebarText('simulator.supply'),
    supplies.map((percent) => [String(percent), `${percent} %`]),
  );
  const device = choice(sidebarText('simulator.device'), []);
  const about = element('div', { class: 'breakerflow-secondary', role: 'status' });
  const actions = element('div', { class: 'breakerflow-buttons' });
  const neededKwh = numberInput(sidebarText('simulator.neededKwh'), 20, 0);
  const carMaxA = numberInput(sidebarText('simulator.carMaxA'), 32, 1);
  const load = choice(
    sidebarText('simulator.load'),
    loads.map((kind) => [kind, kind]),
  );
  const loadA = numberInput(sidebarText('simulator.loadA'), 8, 0);
  const newType = choice(sidebarText('simulator.newType'), [
    ['emcb', sidebarText('simulator.breaker')],
    ['ev-emcb', sidebarText('simulator.charger')],
  ]);
  const newLabel = textInput(sidebarText('simulator.newLabel'));
  const faults = createFaultSwitches(control);
  const gridOperator = createGridOperatorSection({ account, happened });
  let state: SimulatorState | undefined;
  let turn = 0;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let chosen: string | undefined;

  speed.input.addEventListener('change', () => control('POST /clock', { speed: Number(speed.input.value) }));
  supply.input.addEventListener('change', () => control('POST /supply', { percent: Number(supply.input.value) }));
  device.input.addEventListener('change', () => {
    chosen = device.input.value;
    showDevice();
  });
  panel.append(
    group('simulator.clock', [clock, speed.row]),
    group('simulator.faults', faults.rows),
    group('simulator.site', [supply.row, device.row, about, actions]),
    group('gridOperator.title', gridOperator.rows),
    group('simulator.commission', [
      newType.row,
      newLabel.row,
      action('simulator.commission', 'fa-plus', () => {
        const label = newLabel.input.value.trim();
        const fields = { hardwareType: newType.input.value, ...(label === '' ? {} : { label }) };
        return control('POST /devices', fields);
      }),
    ]),
  );

  async function control(name: string, fields: object = {}): Promise<void> {
    const id = account();
    if (id === undefined) return;
    try {
      await ask('POST accounts/:id/simulator', { params: { id }, body: { control: name, fields } });
      await happened();
    } catch (error) {
      await happened(error);
    }
  }

  /** Something has been done in the site, or could not be. */
  async function happened(error?: unknown): Promise<void> {
    if (error === undefined) {
      note.replaceChildren();
      onControl();
    } else showError(error);
    await read();
  }

  function showError(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    note.replaceChildren(element('div', { class: 'breakerflow-error', role: 'alert' }, [message]));
  }

  function show(): void {
    if (state === undefined) return;
    clock.textContent = new Date(state.nowMs).toLocaleString(RED.i18n.lang());
    speed.set(String(state.speed), `${state.speed}×`);
    supply.set(String(state.supplyPercent), `${state.supplyPercent} %`);
    faults.show(state.faults);
    gridOperator.show(state.gridOperator);
    device.fill(state.devices.map(({ id, label }) => [id, label]));
    if (chosen !== undefined) device.input.value = chosen;
    showDevice();
  }

  let shownActions = '';
  let shownDevice: string | undefined;
  function showDevice(): void {
    const found = state?.devices.find(({ id }) => id === device.input.value);
    // What is typed for a device stays, although its state is read again.
    if (found !== undefined && found.id !== shownDevice) {
      shownDevice = found.id;
      load.set(found.load, found.load);
      loadA.input.value = String(Math.round(found.loadRatedA * 10) / 10);
    }
    about.textContent = found === undefined ? '' : describe(found);
    const key = JSON.stringify([found?.id, found?.online, found?.mainHandle, found?.pluggedIn]);
    if (key === shownActions) return;
    shownActions = key;
    actions.replaceChildren(...(found === undefined ? [] : actionsOf(found)));
  }

  function actionsOf({ id, hardwareType, online, mainHandle, pluggedIn }: SimulatedDevice): HTMLElement[] {
    const on = (name: string, fields?: object) => () => control(`POST /devices/${id}/${name}`, fields);
    const charger = hardwareType === 'ev-emcb';
    return [
      action(online ? 'simulator.takeOffline' : 'simulator.takeOnline', 'fa-plug', on(online ? 'offline' : 'online')),
      mainHandle === 'closed'
        ? action('simulator.trip', 'fa-bolt', on('trip'))
        : action('simulator.closeByHand', 'fa-hand-paper-o', on('main-handle', { position: 'closed' })),
      ...(mainHandle === 'closed'
        ? [action('simulator.openByHand', 'fa-hand-paper-o', on('main-handle', { position: 'open' }))]
        : []),
      ...(charger && pluggedIn ? [action('simulator.unplug', 'fa-car', on('unplug'))] : []),
      ...(charger && !pluggedIn
        ? [
            neededKwh.row,
            carMaxA.row,
            action('simulator.plug', 'fa-car', () =>
              on('plug', { neededWh: neededKwh.value() * 1000, carMaxA: carMaxA.value() })(),
            ),
          ]
        : []),
      ...(charger
        ? []
        : [
            load.row,
            loadA.row,
            action('simulator.setLoad', 'fa-lightbulb-o', () =>
              on('load', { kind: load.input.value, ratedA: loadA.value() })(),
            ),
          ]),
    ];
  }

  async function read(): Promise<void> {
    turn += 1;
    const mine = turn;
    const id = account();
    if (id === undefined) return;
    try {
      const next = await ask('GET accounts/:id/simulator', { params: { id } });
      if (mine !== turn) return;
      state = next;
      show();
    } catch (error) {
      if (mine === turn) showError(error);
    }
  }

  return {
    element: host,
    open() {
      chosen = selected() ?? chosen;
      read();
      ticking ??= setInterval(() => {
        if (!document.hidden) read();
      }, refreshMs);
    },
    close() {
      clearInterval(ticking);
      ticking = undefined;
    },
    async reload() {
      note.replaceChildren();
      await read();
    },
  };
}

function describe({ online, mainHandle, pluggedIn, load }: SimulatedDevice): string {
  return [
    load,
    sidebarText(online ? 'live.connected' : 'live.offline'),
    sidebarText('simulator.mainHandle', { position: sidebarText(`position.${mainHandle}`) }),
    ...(pluggedIn ? [sidebarText('simulator.pluggedIn')] : []),
  ].join(', ');
}

function group(key: SidebarKey, children: readonly HTMLElement[]): HTMLElement {
  return element('section', {}, [element('h4', {}, [sidebarText(key)]), ...children]);
}
