import { type SiteTree, wholeLocation } from '../../src/admin-api';
import { isCriticalType } from '../../src/automation';
import { createCircuitDirectory, idKey } from '../../src/directory';
import { askAccount, browserZone, deployedOrDraft, element, type Form } from '../../src/editor';
import { circuitsOf, deviceText, placedDevices, protectionOf } from '../../src/editor/circuits';
import { dimFloorOf } from './dim-floor';
import { readForm, showProblems } from './form-problems.editor';
import { legsOf } from './form-quantity';
import { createGroupRows } from './group-rows.editor';
import { createLevelRows } from './level-rows.editor';
import { watchDraws } from './load-draws.editor';
import type { LoadDevice, OwnText } from './load-row.editor';
import { addLoadStyle } from './load-style.editor';
import { createLoadsList } from './loads-list.editor';
import { managersBeside } from './other-managers.editor';
import { createPartOf } from './part-of.editor';
import { showReadingCost } from './reading-cost.editor';
import type { GroupRow, LevelRow, LoadRow, TimeRow } from './rows.fields';
import type { FormSite } from './settings-of-form';
import { createTimeRows } from './time-rows.editor';

interface PanelOptions {
  readonly node: EditorNode;
  readonly form: Form;
  readonly text: OwnText;
}

/** The tables of the dialog. */
export interface LoadPanel {
  /** What they store. */
  rows(): {
    readonly loads: readonly LoadRow[];
    readonly groups: readonly GroupRow[];
    readonly levels: readonly LevelRow[];
    readonly otherTimes: readonly TimeRow[];
  };
  close(): void;
}

const kilowatt = 1_000;

export function createPanel({ node, form, text }: PanelOptions): LoadPanel {
  addLoadStyle();
  const host = (field: string) => document.getElementById(`${form.prefix}${field}-rows`) ?? element('div');
  const listOf = <Row>(field: string) => (Array.isArray(node[field]) ? (node[field] as readonly Row[]) : []);
  const accountId = () => String(form.input('account').val() ?? '');
  let tree: SiteTree | undefined;
  let turn = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const list = createLoadsList({
    ...{ text, host: host('loads'), loads: listOf<LoadRow>('loads') },
    defaults: () => ({
      presets: form.input('presets').is(':checked'),
      opensADay: Number(form.input('opensADay').val() ?? 6),
    }),
    onChange() {
      levels.showLoads();
      groups.redraw();
      check();
    },
  });
  const legsNow = () => legsOf({ phases: String(form.input('phases').val()) as 'AB' });
  const nameOf = (deviceId: string) => known().find(({ id }) => idKey(id) === idKey(deviceId))?.name ?? deviceId;
  const namedLoads = () => list.loads().map(({ deviceId, kind }) => ({ deviceId, kind, name: nameOf(deviceId) }));
  const levels = createLevelRows({
    ...{ text, host: host('levels'), rows: listOf<LevelRow>('levels') },
    dimFloor: () =>
      dimFloorOf({
        isCurrent: form.input('quantity').val() === 'current',
        legs: legsNow().length,
        volts: Number(form.input('volts').val()),
      }),
    loads: () => namedLoads().filter(({ kind }) => kind === 'breaker'),
    onChange: check,
  });
  const groups = createGroupRows({
    ...{ text, host: host('groups'), rows: listOf<GroupRow>('groups') },
    legs: legsNow,
    locations: () => tree?.locations ?? [],
    devices: known,
    loads: namedLoads,
    onChange: check,
  });
  const otherTimes = createTimeRows({
    ...{ text, host: host('otherTimes'), rows: listOf<TimeRow>('otherTimes') },
    onChange: check,
  });

  const showPartOf = createPartOf({
    ...{ text, input: form.input('partOf') },
    others: () => managersBeside(node.id, accountId()),
  });

  const cost = element('div', { class: 'breakerflow-lm-cost', role: 'status' });
  document.querySelector('.breakerflow-dialog-load-manager .breakerflow-row[data-field="readEvery"]')?.after(cost);
  const reading = element('div', { class: 'breakerflow-note', role: 'status' });
  host('loads').append(reading);

  function known(): LoadDevice[] {
    if (tree === undefined) return [];
    const circuits = createCircuitDirectory(circuitsOf(accountId()));
    const { lists, protectsLoad } = protectionOf(RED.nodes.node(accountId()));
    return placedDevices(tree).map((device) => {
      const circuit = circuits.circuitOf(device.id);
      return {
        id: device.id,
        name: circuit?.name || device.name || deviceText(device),
        isCritical: isCriticalType(device.loadType),
        isProtected:
          circuit?.critical === true ||
          lists({ ...device, name: circuit?.name ?? device.name }) ||
          protectsLoad(device.loadType),
        ...(device.hardwareType === undefined ? {} : { hardwareType: device.hardwareType }),
        ...(device.loadType === undefined ? {} : { loadType: device.loadType }),
        ...(circuit?.leg === undefined ? {} : { leg: circuit.leg }),
      };
    });
  }

  function siteNow(): FormSite | undefined {
    if (tree === undefined) return undefined;
    const site = tree;
    return {
      by: node.id,
      circuits: createCircuitDirectory(circuitsOf(accountId())),
      devices: known(),
      others: managersBeside(node.id, accountId()),
      below: (location) => devicesBelow(site, location),
    };
  }

  const rows = () => ({
    loads: list.loads(),
    groups: groups.rows(),
    levels: levels.rows(),
    otherTimes: otherTimes.rows(),
  });

  /** Keystrokes close together are checked once. */
  function check(): void {
    clearTimeout(pause);
    pause = setTimeout(() => {
      const stored = { ...form.values(), ...rows() };
      const site = siteNow();
      const { problems } = readForm(stored, site, text);
      showReadingCost({ host: cost, text, accountId: accountId(), stored, site });
      showProblems(problems, { loads: list, levels, groups, otherTimes });
    }, 200);
  }

  async function load(): Promise<void> {
    turn += 1;
    const mine = turn;
    showUnprotected(accountId(), text);
    showPartOf();
    const account = deployedOrDraft(accountId());
    if (account === undefined) return;
    reading.replaceChildren(text('table.loading'));
    try {
      const answer = await askAccount(account, 'tree', {});
      if (mine !== turn) return;
      tree = answer;
      chooseWhole(answer);
      reading.replaceChildren();
      list.showDevices(known());
      levels.showLoads();
      groups.redraw();
    } catch (error) {
      if (mine !== turn) return;
      const why = error instanceof Error ? error.message : String(error);
      reading.replaceChildren(element('div', { class: 'breakerflow-error' }, [text('table.nothingToShow', { why })]));
    }
    check();
  }

  function chooseWhole(site: SiteTree): void {
    const whole = wholeLocation(site);
    if (whole === undefined || form.input('of').val() !== 'location' || form.input('location').val() !== '') return;
    form.input('location').val(whole).trigger('change');
  }

  const endDraws = watchDraws({
    account: () => (deployedOrDraft(accountId())?.kind === 'deployed' ? accountId() : undefined),
    devices: () => list.loads().map(({ deviceId }) => deviceId),
    onWatts: (watts) =>
      list.showDraws((deviceId) => {
        const value = watts.get(deviceId);
        return value === undefined ? '' : text('table.draws', { amount: powerText(value) });
      }),
  });
  if (form.input('zone').val() === '') form.input('zone').val(browserZone()).trigger('change');
  form.input('account').on('change', load);
  document.querySelector('.breakerflow-dialog-load-manager')?.addEventListener('change', check);
  document.querySelector('.breakerflow-dialog-load-manager')?.addEventListener('input', check);
  for (const field of ['location', 'partOf'] as const) form.input(field).on('change', check);
  form.input('phases').on('change', groups.redraw);
  form.input('presets').on('change', () => list.showDevices(known()));
  load();

  return {
    rows,
    close() {
      turn += 1;
      clearTimeout(pause);
      endDraws();
    },
  };
}

function powerText(watts: number): string {
  if (Math.abs(watts) < kilowatt) return `${Math.round(watts)} W`;
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${new Intl.NumberFormat(RED.i18n.lang(), oneDecimal).format(watts / kilowatt)} kW`;
}

function devicesBelow({ devices, locations }: SiteTree, location: string): string[] {
  const inside = new Set([location]);
  // Parents may come after their children.
  for (let before = 0; before !== inside.size; ) {
    before = inside.size;
    for (const { id, parentId } of locations) if (parentId !== undefined && inside.has(parentId)) inside.add(id);
  }
  return devices.flatMap(({ id, locationId }) => (locationId !== undefined && inside.has(locationId) ? [id] : []));
}

/** An account that protects nothing lets the manager open whatever somebody adds to its list. */
function showUnprotected(accountId: string, text: OwnText): void {
  const account = RED.nodes.node(accountId);
  const isCritical = circuitsOf(accountId).some(({ critical }) => critical === true);
  const isEmpty = account != null && protectionOf(account).isEmpty && !isCritical;
  document
    .getElementById('breakerflow-unprotected')
    ?.replaceChildren(
      ...(isEmpty ? [element('div', { class: 'breakerflow-warning' }, [text('table.noneProtected')])] : []),
    );
}
