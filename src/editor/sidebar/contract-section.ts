import type { ContractProbe, ProbedDifference, ProbedLine } from '../../admin-api';
import { ask, element, followRun } from '..';
import { downloadJson } from './download';
import { buttons, errorNote, paragraph, pushButton, waitNote } from './first-run/parts';
import { type SidebarTexts, sidebarText } from './sidebar-text';

type DifferenceText = keyof SidebarTexts['probe']['difference'];

/** Compares what the account answers with the specification, and shows where it differs. */
export function createContractSection(account: () => string | undefined): HTMLElement {
  const result = element('div', { role: 'status' });
  const run = pushButton('probe.run', () => {
    run.disabled = true;
    compare().finally(() => {
      run.disabled = false;
    });
  });
  const section = element('details', { class: 'breakerflow-contract' }, [
    element('summary', {}, [sidebarText('probe.name')]),
    paragraph('probe.intro'),
    buttons(run),
    result,
  ]);

  async function compare(): Promise<void> {
    const id = account();
    if (id === undefined) return;
    result.replaceChildren(waitNote());
    try {
      const found = await followRun({
        ask: (again) => ask('GET accounts/:id/contract-probe', { params: { id }, query: { again } }),
        host: result,
        progress: ({ tried, total }) => ({ done: tried, total, text: sidebarText('probe.progress', { tried, total }) }),
      });
      if (found === undefined) return;
      result.replaceChildren(...shown(found));
      run.textContent = sidebarText(found.stopped === undefined ? 'probe.run' : 'probe.goOn');
    } catch (error) {
      result.replaceChildren(errorNote(error));
    }
  }

  return section;
}

function shown({ operations, stopped, report }: ContractProbe): HTMLElement[] {
  const count = (result: ProbedLine['result']) => operations.filter((line) => line.result === result).length;
  const lines = operations.filter(({ result }) => result === 'differs' || result === 'refused');
  const save = pushButton('probe.save', () => downloadJson('breakerflow-contract-report.json', report));
  const allAgree = lines.length === 0 && stopped === undefined;
  return [
    paragraph('probe.summary', {
      agrees: count('agrees'),
      differs: count('differs'),
      refused: count('refused'),
      nothing: count('nothing'),
    }),
    ...(stopped === undefined ? [] : [paragraph('probe.stopped', { code: stopped, waiting: count('waiting') })]),
    ...(allAgree ? [paragraph('probe.allAgree')] : lines.map(operationItem)),
    buttons(save),
  ];
}

function operationItem({ operation, code, statusCode, differences, settings }: ProbedLine): HTMLElement {
  const refusal = sidebarText('probe.refused', { status: statusCode ?? '', code });
  return element('div', { class: 'breakerflow-item', 'data-operation': operation }, [
    element('div', { class: 'breakerflow-line' }, [element('strong', {}, [operation])]),
    ...(code === undefined ? [] : [element('div', { class: 'breakerflow-error' }, [refusal])]),
    element('ul', {}, differences.map(differenceLine)),
    ...settings.map((what) => element('div', { class: 'breakerflow-note' }, [sidebarText(`probe.setting.${what}`)])),
  ]);
}

function differenceLine({ kind, at, expected, found, count, isRead }: ProbedDifference): HTMLElement {
  const what = sidebarText(`probe.difference.${kind as DifferenceText}`, {
    expected: expected ?? '',
    found: found ?? '',
  });
  const times = count > 1 ? ` (${count}×)` : '';
  return element('li', {}, [
    ...(at === '' ? [] : [element('code', {}, [at]), ' ']),
    `${what.trim()}${times}. `,
    element('span', { class: 'breakerflow-secondary' }, [sidebarText(isRead ? 'probe.read' : 'probe.unread')]),
  ]);
}
