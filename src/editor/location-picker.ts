import type { Site, SiteLocation } from '../admin-api';
import type { AccountReference } from './account-reference';
import { askSite } from './ask';
import { element } from './element';
import { locationOptions } from './location-options';
import { commonSunPlace, sunPlaceOf } from './sun-place';
import { text } from './texts';

export interface LocationPicker {
  /** Reads the list; a picker asks nothing before. */
  reload(): void;
  /** Also while the dialog is not in the page, because another one lies above it. */
  clear(): void;
}

interface LocationPickerOptions {
  readonly input: Query;
  readonly selected: string;
  readonly account: () => AccountReference | undefined;
  /** Only locations whose sun the service knows, or that lie within one: the one with the coordinates is kept. */
  readonly isSun?: boolean;
  /** The devices whose place is proposed where none is chosen. */
  readonly devices?: () => readonly string[];
}

/** A select of the account's locations, indented as a tree; the input keeps the chosen id. */
export function createLocationPicker({
  input,
  selected,
  account,
  isSun = false,
  devices = () => [],
}: LocationPickerOptions): LocationPicker {
  let known: readonly SiteLocation[] = [];
  const hidden = input[0] as HTMLInputElement;
  const select = element('select', { 'aria-label': text('picker.location'), class: 'breakerflow-locations' });
  const note = element('div', { class: 'breakerflow-note', role: 'status' });
  hidden.style.display = 'none';
  hidden.after(select, note);
  select.addEventListener('change', () => {
    const place = isSun ? sunPlaceOf(known, select.value) : undefined;
    const within = place === undefined || place.id === select.value ? undefined : nameOf(select.value);
    input.val(place?.id ?? select.value).trigger('change');
    note.textContent =
      place === undefined || within === undefined ? '' : text('picker.sunOf', { within, place: place.name });
  });
  // A dialog may choose, too.
  input.on('change', () => {
    select.value = hidden.value;
  });
  hidden.value = selected;

  const nameOf = (id: string) => known.find((location) => location.id === id)?.name ?? id;

  function propose(site: Site): void {
    const picked = new Set(devices());
    const places = site.devices.filter(({ id }) => picked.has(id)).map(({ locationId }) => locationId);
    // Without devices the account counts, if there is only one place with a sun in it.
    const all = site.locations.filter(({ hasSun }) => hasSun).map(({ id }) => id);
    const place = commonSunPlace(site.locations, places.length > 0 ? places : all);
    if (place === undefined) return;
    input.val(place.id).trigger('change');
  }

  function show(site: Site): void {
    if (isSun && hidden.value === '') propose(site);
    known = site.locations;
    const locations = isSun ? known.filter(({ id }) => sunPlaceOf(known, id) !== undefined) : known;
    const options = locationOptions(locations);
    const { value } = hidden;
    if (value === '') options.unshift(element('option', { value: '' }, [text('picker.chooseLocation')]));
    else if (!locations.some(({ id }) => id === value))
      // It may be of an organization that could not be read.
      options.unshift(
        element('option', { value }, [site.unread === undefined ? `${value} (${text('picker.missing')})` : value]),
      );
    select.replaceChildren(...options);
    select.value = value;
  }

  let turn = 0;
  async function reload(): Promise<void> {
    const mine = ++turn;
    const from = account();
    note.textContent = from === undefined ? text('picker.noAccount') : text('picker.loading');
    if (from === undefined) return;
    try {
      const site = await askSite(from, '', 'any');
      if (mine !== turn) return;
      show(site);
      const within = sunPlaceOf(known, hidden.value);
      const isWithin = isSun && within !== undefined && within.id !== hidden.value;
      note.textContent = isWithin ? text('picker.sunOf', { within: nameOf(hidden.value), place: within.name }) : '';
      if (isSun && !known.some(({ hasSun }) => hasSun)) note.textContent = text('picker.noSun');
      if (site.unread !== undefined) note.textContent = [note.textContent, ...site.unread].filter(Boolean).join(' ');
    } catch (error) {
      if (mine === turn) note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  return {
    reload,
    clear() {
      hidden.value = '';
      select.replaceChildren();
    },
  };
}
