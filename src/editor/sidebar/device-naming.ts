import { deviceName, type SiteDevice } from '../../admin-api';
import { element } from '..';
import { type CircuitChange, changeCircuit, editedCircuits, moveQuestion, storeCircuits } from '../circuits';
import { sidebarText } from './sidebar-text';

interface NamingOptions {
  readonly account: () => string | undefined;
  /** All devices of the account: no name is the id of one of them. */
  readonly devices: () => readonly SiteDevice[];
}

/** Name and protection of the chosen device; the details say where each part stands. */
export interface DeviceNaming {
  readonly rename: HTMLElement;
  readonly form: HTMLElement;
  readonly protect: HTMLElement;
  show(device: SiteDevice | undefined): void;
  refresh(): void;
}

export function createDeviceNaming({ account, devices }: NamingOptions): DeviceNaming {
  const mayChange = RED.user.hasPermission('flows.write');
  const rename = element(
    'button',
    {
      type: 'button',
      class: 'red-ui-button red-ui-button-small',
      hidden: !mayChange,
      title: sidebarText('naming.rename'),
      'aria-label': sidebarText('naming.rename'),
    },
    [element('i', { class: 'fa fa-pencil', 'aria-hidden': 'true' })],
  );
  const input = element('input', { type: 'text', 'aria-label': sidebarText('naming.name') });
  const answer = element('div', { role: 'status' });
  const form = element('div', { class: 'breakerflow-naming', hidden: true }, [
    input,
    element('div', { class: 'breakerflow-secondary' }, [sidebarText('naming.hint')]),
    answer,
  ]);
  const box = element('input', { type: 'checkbox', disabled: !mayChange });
  const notDeployed = element('div', { class: 'breakerflow-not-deployed' });
  const protect = element('label', { class: 'breakerflow-protect', title: sidebarText('naming.protectTip') }, [
    box,
    element('span', {}, [
      sidebarText('naming.protect'),
      element('div', { class: 'breakerflow-secondary' }, [sidebarText('naming.protectTip')]),
      notDeployed,
    ]),
  ]);
  let shown: SiteDevice | undefined;
  let shownOf: string | undefined;

  const circuit = () => (shown === undefined || shownOf === undefined ? undefined : editedCircuits(shownOf)(shown.id));

  function open(): void {
    input.value = circuit()?.name ?? '';
    answer.replaceChildren();
    input.removeAttribute('aria-invalid');
    form.hidden = false;
    input.focus();
    input.select();
  }

  function close(): void {
    form.hidden = true;
    rename.focus();
  }

  /** Stores the name when it is right, and every name that it moves was confirmed. */
  function take(confirmed: CircuitChange['moved'] = []): void {
    if (shown === undefined || shownOf === undefined) return;
    const name = input.value.trim();
    if (name === circuit()?.name) {
      close();
      return;
    }
    const { circuits, problems, moved } = changeCircuit(shownOf, shown, { name }, devices());
    if (problems.length > 0) input.setAttribute('aria-invalid', 'true');
    else if (moved.every((move) => confirmed.some((one) => JSON.stringify(one) === JSON.stringify(move)))) {
      close();
      storeCircuits(shownOf, circuits);
    }
    answer.replaceChildren(
      ...problems.map((problem) => element('div', { class: 'breakerflow-error' }, [problem])),
      ...(problems.length === 0 ? questionsOf(shownOf, moved) : []),
    );
  }

  function questionsOf(accountId: string, moved: CircuitChange['moved']): HTMLElement[] {
    const questions = moved.map((move) => moveQuestion(move, accountId));
    for (const { box: yes } of questions)
      yes.addEventListener('change', () => {
        if (questions.every((question) => question.box.checked)) take(moved);
      });
    return questions.map(({ row }) => row);
  }

  function refresh(): void {
    const { critical = false, isDeployed = true } = circuit() ?? {};
    box.checked = critical;
    const text = isDeployed ? '' : sidebarText('naming.notDeployed');
    if (notDeployed.textContent !== text) notDeployed.textContent = text;
  }

  rename.addEventListener('click', () => (form.hidden ? open() : close()));
  input.addEventListener('input', () => {
    answer.replaceChildren();
    input.removeAttribute('aria-invalid');
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    // The editor has shortcuts of its own for these keys.
    event.stopPropagation();
    if (event.key === 'Enter') take();
    else close();
  });
  box.addEventListener('change', () => {
    if (shown === undefined || shownOf === undefined) return;
    storeCircuits(shownOf, changeCircuit(shownOf, shown, { critical: box.checked }, devices()).circuits);
    refresh();
  });

  return {
    rename,
    form,
    protect,
    refresh,
    show(device) {
      if (device?.id !== shown?.id) form.hidden = true;
      shown = device;
      shownOf = account();
      if (device === undefined) return;
      rename.setAttribute('aria-label', sidebarText('naming.renameOf', { name: deviceName(device) }));
      refresh();
    },
  };
}
