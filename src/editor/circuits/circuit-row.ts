import { type Circuit, defaultName, type Leg, legs } from '../../directory';
import { element } from '..';
import { circuitText } from './circuit-texts';

/** A device that a row can be of, as the service tells of it. */
export interface TableDevice {
  readonly id: string;
  readonly serialNumber?: string;
  readonly load?: string;
  readonly location?: string;
}

interface RowOptions {
  readonly circuit: Circuit;
  readonly number: number;
  /** The device of the row, and those that have no row yet. */
  readonly devices: readonly TableDevice[];
  readonly problemsOf: (field: string) => readonly string[];
  readonly onChange: (circuit: Circuit) => void;
  readonly onRemove: () => void;
}

/** Its own text where the service tells nothing of the device. */
export function deviceText({ id, load, location, serialNumber }: TableDevice): string {
  const told = { ...(load === undefined ? {} : { load }), ...(location === undefined ? {} : { location }) };
  return defaultName({ ...told, serialNumber: serialNumber ?? '' }) || id;
}

/** One row of the table, with the problems of each field below it. */
export function circuitRow({ circuit, number, devices, problemsOf, onChange, onRemove }: RowOptions): HTMLElement {
  const label = (field: keyof Circuit) => `${circuitText(`column.${field}`)} ${number}`;
  const change = (part: { readonly [Field in keyof Circuit]?: Circuit[Field] | undefined }) =>
    onChange(
      Object.fromEntries(Object.entries({ ...circuit, ...part }).filter(([, value]) => value !== undefined)) as never,
    );

  function cell(field: keyof Circuit, input: HTMLElement): HTMLElement {
    const problems = problemsOf(field);
    input.setAttribute('aria-label', label(field));
    if (problems.length > 0) {
      input.setAttribute('aria-invalid', 'true');
      input.classList.add('input-error');
    }
    return element('td', { 'data-field': field }, [
      input,
      ...problems.map((problem) => element('div', { class: 'breakerflow-error' }, [problem])),
    ]);
  }
  function textCell(field: 'name' | 'space' | 'room'): HTMLElement {
    const input = element('input', { type: 'text' });
    input.value = circuit[field] ?? '';
    input.addEventListener('keydown', stopEnter);
    input.addEventListener('change', () => {
      const value = input.value.trim();
      change({ [field]: value === '' && field !== 'name' ? undefined : value });
    });
    return cell(field, input);
  }
  function flagCell(field: 'feedsIn' | 'critical'): HTMLElement {
    const input = element('input', { type: 'checkbox' });
    input.checked = circuit[field] === true;
    input.addEventListener('change', () => change({ [field]: input.checked ? true : undefined }));
    return cell(field, input);
  }

  const device = element(
    'select',
    { title: circuit.deviceId },
    devices.map((one) => element('option', { value: one.id }, [deviceText(one)])),
  );
  device.value = circuit.deviceId;
  device.addEventListener('change', () => {
    const chosen = devices.find(({ id }) => id === device.value);
    if (chosen !== undefined) change({ deviceId: chosen.id, serialNumber: chosen.serialNumber ?? '' });
  });
  const leg = element(
    'select',
    {},
    ['', ...legs].map((one) => element('option', { value: one }, [one === 'both' ? circuitText('both') : one])),
  );
  leg.value = circuit.leg ?? '';
  leg.addEventListener('change', () => change({ leg: leg.value === '' ? undefined : (leg.value as Leg) }));
  const rated = element('input', { type: 'number', min: '0', step: 'any' });
  rated.value = circuit.ratedA === undefined ? '' : String(circuit.ratedA);
  rated.addEventListener('keydown', stopEnter);
  rated.addEventListener('change', () => change({ ratedA: rated.value === '' ? undefined : Number(rated.value) }));
  const remove = element(
    'button',
    {
      type: 'button',
      class: 'red-ui-button red-ui-button-small',
      'aria-label': circuitText('table.remove', { number }),
    },
    [element('i', { class: 'fa fa-trash', 'aria-hidden': 'true' })],
  );
  remove.addEventListener('click', onRemove);
  return element('tr', { 'data-device': circuit.deviceId }, [
    textCell('space'),
    textCell('name'),
    cell('deviceId', device),
    cell('leg', leg),
    cell('ratedA', rated),
    flagCell('critical'),
    flagCell('feedsIn'),
    textCell('room'),
    element('td', {}, [remove]),
  ]);
}

/** Enter would close the dialog. */
function stopEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
