import type { Nameplates } from '../../admin-api';
import { type Circuit, circuitFields } from '../../directory';
import { element } from '..';
import { circuitText, type FlowNode, type Replacement } from '../circuits';
import type { DeviceDifference } from './device-differences';
import { fieldLabel } from './field-label';
import { sidebarText } from './sidebar-text';

interface Shown {
  readonly plan: Replacement;
  readonly plates: Nameplates;
  readonly differences: readonly DeviceDifference[];
  readonly locationName: (id: string) => string;
  /** The account protects devices by their loads. */
  readonly protectsLoads: boolean;
}

/** Everything that moves with a device, in words; nothing is changed by it. */
export function replacementLines({ plan, plates, differences, locationName, protectsLoads }: Shown): HTMLElement[] {
  const { row, changed, byName, byHand, already, protectedBy } = plan;
  return [
    ...(differences.length === 0
      ? []
      : [
          warning(sidebarText('replace.differ'), [
            ...differences.map((one) => element('li', {}, [differenceText(one, locationName)])),
          ]),
        ]),
    line(
      row === undefined ? sidebarText('replace.noRow') : sidebarText('replace.row', { values: valuesOf(row.before) }),
    ),
    ...(row?.dropped === undefined ? [] : [line(sidebarText('replace.dropped', { values: valuesOf(row.dropped) }))]),
    ...protectedBy.map((by) =>
      line(sidebarText(`replace.protected.${by}`, { load: plates.old.loadType ?? sidebarText('replace.notKnown') })),
    ),
    ...(protectsLoads && plates.old.loadType === undefined && plates.old.error !== undefined
      ? [warning(sidebarText('replace.loadUnknown'), [])]
      : []),
    changed.length === 0
      ? line(sidebarText('replace.nothing'))
      : list(
          'changed',
          changed.map((one) => ({ node: one.node, note: labelsOf(one) })),
        ),
    ...(byName.length === 0
      ? []
      : [
          list(
            'byName',
            byName.map((node) => ({ node, note: '' })),
          ),
        ]),
    ...(byHand.length === 0
      ? []
      : [
          list(
            'byHand',
            byHand.map(({ node, reason }) => ({ node, note: sidebarText(`replace.hand.${reason}`) })),
          ),
        ]),
    ...(already.length === 0
      ? []
      : [
          list(
            'already',
            already.map((node) => ({ node, note: '' })),
          ),
        ]),
    line(sidebarText('replace.unknownUses')),
  ];
}

const line = (text: string) => element('p', {}, [text]);

function warning(text: string, items: readonly HTMLElement[]): HTMLElement {
  return element('div', {}, [element('div', { class: 'breakerflow-warning' }, [text]), element('ul', {}, items)]);
}

function list(
  kind: 'changed' | 'byName' | 'byHand' | 'already',
  entries: readonly { readonly node: FlowNode; readonly note: string }[],
): HTMLElement {
  return element('div', { 'data-list': kind }, [
    element('div', {}, [sidebarText(`replace.${kind}`, { count: entries.length })]),
    element(
      'ul',
      {},
      entries.map(({ node, note }) => element('li', {}, [nodeLink(node), ...(note === '' ? [] : [`: ${note}`])])),
    ),
  ]);
}

/** What stands on the canvas can be looked at. */
function nodeLink({ id, label }: FlowNode): HTMLElement | string {
  if (typeof RED.nodes.node(id)?.z !== 'string') return label;
  const button = element('button', { type: 'button', class: 'breakerflow-link' }, [label]);
  button.addEventListener('click', () => RED.view.reveal(id));
  return button;
}

function labelsOf({ node, fields }: Replacement['changed'][number]): string {
  const labels = fields.flatMap(({ name, replaced }) => {
    const label = fieldLabel(node.type, name);
    const times = replaced.length > 1 ? ` (${replaced.length})` : '';
    return label === undefined ? [] : [`${label}${times}`];
  });
  return [...new Set(labels)].join(', ');
}

/** The values of a row that go with it, such as `Name: Pump, Space: 4`. */
function valuesOf(row: Circuit): string {
  const values = circuitFields.flatMap((field) => {
    const value = row[field];
    if (field === 'deviceId' || field === 'serialNumber' || value === undefined || value === '' || value === false)
      return [];
    const column = circuitText(`column.${field}`);
    return [value === true ? column : `${column}: ${value === 'both' ? circuitText('both') : value}`];
  });
  return values.length === 0 ? sidebarText('replace.noValues') : values.join(', ');
}

function differenceText(difference: DeviceDifference, locationName: (id: string) => string): string {
  const { of } = difference;
  const unknown = sidebarText(of === 'load' ? 'replace.notSet' : 'replace.notKnown');
  const word = (value: string | number | undefined) => {
    if (value === undefined) return unknown;
    if (of === 'rated' || of === 'rowRated') return `${value} A`;
    return of === 'location' ? locationName(String(value)) : String(value);
  };
  const [from, to] = [word(difference.from), word(difference.to)];
  return sidebarText(`replace.${of}`, { from, to, row: from });
}
