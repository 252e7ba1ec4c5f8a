import { browserZone } from './browser-zone';
import { element } from './element';
import { smallButton } from './small-button';
import { text } from './texts';

const listId = 'breakerflow-time-zones';

/** The names of all zones that the browser knows, the own one and UTC first. */
export function zoneNames(): string[] {
  return [...new Set([browserZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

/** A list of all zones for an input, and a button with the browser's where another one stands. */
export function createZonePicker(input: Query): void {
  const field = input[0] as HTMLInputElement | undefined;
  if (field === undefined) return;
  document.getElementById(listId)?.remove();
  const zones = element(
    'datalist',
    { id: listId },
    zoneNames().map((zone) => element('option', { value: zone })),
  );
  field.setAttribute('list', listId);
  const own = browserZone();
  const useOwn = element('div', { class: 'breakerflow-own-zone' }, [
    smallButton(text('picker.zoneHere', { zone: own }), () => input.val(own).trigger('change')),
  ]);
  const show = () => useOwn.toggleAttribute('hidden', field.value === own);
  input.on('change', show);
  field.after(zones, useOwn);
  show();
}
