import type { Nameplates, SiteDevice, SiteTree } from '../../admin-api';
import { idKey } from '../../directory';
import { ask, askAccount, changeNodes, element, smallButton } from '..';
import { circuitsOf, directoryOf, flowNodes, planReplacement } from '../circuits';
import { deviceDifferences, lockLeftBehind } from './device-differences';
import { createReplacePicker } from './replace-picker';
import { replacementLines } from './replacement-lines';
import type { ReplacedDevice } from './replacing-devices';
import { sidebarText } from './sidebar-text';

const settleMs = 400;

export interface ReplaceQuestion {
  readonly element: HTMLElement;
  open(device: ReplacedDevice): void;
  /** Another device or account was chosen: the question was about the one before. */
  close(): void;
}

interface Asked {
  readonly accountId: string;
  readonly old: ReplacedDevice;
  readonly site: SiteTree;
}

/** *Replace device …*: which one has taken the place, what moves with it, and then all of it as one change. */
export function createReplaceQuestion(accountId: () => string | undefined): ReplaceQuestion {
  const host = element('div', {
    class: 'breakerflow-question breakerflow-replace',
    role: 'alertdialog',
    tabindex: '-1',
    hidden: true,
  });
  let turn = 0;

  function close(): void {
    turn += 1;
    host.hidden = true;
    host.replaceChildren();
  }

  function show(...children: readonly (HTMLElement | string)[]): void {
    host.replaceChildren(...children.map((child) => (typeof child === 'string' ? element('p', {}, [child]) : child)));
    host.hidden = false;
    // What is asked next begins above what was read last.
    host.parentElement?.scrollTo({ top: 0 });
  }

  const cancelButton = () => smallButton(sidebarText('operate.cancel'), close);
  const buttons = (...all: readonly HTMLElement[]) => element('div', { class: 'breakerflow-buttons' }, all);

  /** Reads before it goes on, unless something else was asked meanwhile; a failure is told, and nothing goes on. */
  async function read<Answer>(reading: () => Promise<Answer>, next: (answer: Answer) => void): Promise<void> {
    turn += 1;
    const mine = turn;
    show(sidebarText('loading'), buttons(cancelButton()));
    try {
      const answer = await reading();
      if (mine === turn) next(answer);
    } catch (error) {
      if (mine === turn) show(error instanceof Error ? error.message : String(error), buttons(cancelButton()));
    }
  }

  function open(old: ReplacedDevice): void {
    const id = accountId();
    if (id === undefined) return;
    host.setAttribute('aria-label', sidebarText('replace.title', { name: calledAs(old) }));
    void read(
      () => askAccount({ kind: 'deployed', id }, 'tree', {}),
      (site) => {
        // A device that is in no list may be of an organization that could not be read.
        if (site.unread !== undefined) throw new Error(site.unread.join(' '));
        const listed = site.devices.find((device) => idKey(device.id) === idKey(old.id));
        choose({ accountId: id, old: { ...listed, ...old }, site });
      },
    );
    host.focus({ preventScroll: true });
  }

  function choose(asked: Asked): void {
    const { accountId: id, old, site } = asked;
    const picker = createReplacePicker({
      site,
      old,
      circuits: () => circuitsOf(id),
      onPick: (next) => look(asked, next),
    });
    const ids = { name: calledAs(old), id: idOf(old) };
    show(
      sidebarText(old.hardwareType === undefined ? 'replace.askGone' : 'replace.ask', ids),
      picker.element,
      buttons(cancelButton()),
    );
    picker.focus();
  }

  function look(asked: Asked, next: SiteDevice): void {
    const query = { old: asked.old.id, next: next.id };
    void read(
      () => ask('GET accounts/:id/nameplates', { params: { id: asked.accountId }, query }),
      (plates) => preview(asked, next, plates),
    );
  }

  function preview(asked: Asked, next: SiteDevice, plates: Nameplates, again = false): void {
    const { old, site } = asked;
    const other = smallButton(sidebarText('replace.other'), () => choose(asked));
    const plan = planOf(asked, next, plates);
    const why = refusalOf(asked, next, plates, plan);
    if (why !== undefined || 'problem' in plan) {
      show(why ?? '', buttons(other, cancelButton()));
      host.focus({ preventScroll: true });
      return;
    }
    const stillOld = site.devices.find(({ id }) => idKey(id) === idKey(old.id));
    const row = circuitsOf(asked.accountId).find(({ deviceId }) => idKey(deviceId) === idKey(old.id));
    const yes = smallButton(sidebarText('replace.do'), () => {
      const now = planOf(asked, next, plates);
      if (JSON.stringify(now) === JSON.stringify(plan)) replace(asked, next, plan);
      else preview(asked, next, plates, true);
    });
    yes.classList.add('primary');
    // A click that was on its way to what stood here before replaces nothing.
    yes.disabled = true;
    setTimeout(() => {
      yes.disabled = false;
    }, settleMs);
    const unread = [
      ...(stillOld !== undefined && plates.old.error !== undefined ? [unreadText(old, plates.old.error)] : []),
      ...(plates.next.error === undefined ? [] : [unreadText(next, plates.next.error)]),
    ];
    show(
      ...(again ? [sidebarText('replace.again')] : []),
      element('p', {}, [
        element('strong', {}, [sidebarText('replace.title', { name: calledAs(old) })]),
        ...[
          sidebarText('replace.from', { device: fullIdOf(old) }),
          sidebarText('replace.to', { device: fullIdOf(next) }),
        ].map((text) => element('div', {}, [text])),
      ]),
      ...unread,
      ...replacementLines({
        plan,
        plates,
        differences: deviceDifferences(plates, { old: stillOld, next }, row?.ratedA),
        locationName: (id) => site.locations.find((location) => location.id === id)?.name ?? id,
        protectsLoads: String(RED.nodes.node(asked.accountId)?.protectedLoads ?? '').trim() !== '',
      }),
      sidebarText('replace.effect'),
      buttons(yes, other, cancelButton()),
    );
    host.focus({ preventScroll: true });
  }

  function replace({ accountId: id, old }: Asked, next: SiteDevice, { row, changed }: Plan): void {
    turn += 1;
    const directory = directoryOf(id);
    changeNodes([
      ...(row === undefined || directory === undefined
        ? []
        : [{ node: directory, settings: { circuits: row.circuits } }]),
      ...changed.flatMap(({ node, settings }) => {
        const found = RED.nodes.node(node.id);
        return found === null || found === undefined ? [] : [{ node: found, settings }];
      }),
    ]);
    show(
      sidebarText('replace.done', { name: calledAs(old), to: idOf(next) }),
      buttons(smallButton(sidebarText('firstRun.finish'), close)),
    );
    host.focus({ preventScroll: true });
  }

  host.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  });
  return { element: host, open, close };
}

type Planned = ReturnType<typeof planReplacement>;
type Plan = Exclude<Planned, { readonly problem: string }>;

function planOf({ accountId, old }: Asked, next: SiteDevice, plates: Nameplates): Planned {
  return planReplacement({
    accountId,
    circuits: circuitsOf(accountId),
    nodes: flowNodes(accountId),
    old,
    next,
    oldLoad: plates.old.loadType,
    nextLoad: plates.next.loadType,
  });
}

/** Why this device cannot take the place, with both sides. */
function refusalOf({ old }: Asked, next: SiteDevice, plates: Nameplates, plan: Planned): string | undefined {
  if ('problem' in plan)
    return plan.problem === 'sameDevice'
      ? sidebarText('replace.same', { id: idOf(next) })
      : sidebarText('replace.named', { id: idOf(next), name: plan.name });
  const by = lockLeftBehind(plates);
  return by === undefined ? undefined : sidebarText('replace.locked', { name: calledAs(old), by });
}

type Known = Pick<SiteDevice, 'id' | 'serialNumber'>;

const idOf = ({ serialNumber, id }: Known) => serialNumber || id;
const fullIdOf = ({ serialNumber, id }: Known) => (serialNumber ? `${serialNumber} (${id})` : id);
const calledAs = ({ name, load, ...device }: ReplacedDevice) => name || load || idOf(device);
const unreadText = (device: Known, why: string) => sidebarText('replace.unread', { device: idOf(device), why });
