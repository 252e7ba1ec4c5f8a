import type { DeviceState, Instant } from '../state';

/** A time for which a breaker was open. */
interface Opening {
  readonly handle: 'remote' | 'main';
  readonly openedAt: Instant;
  readonly openedBy: string;
  readonly closedAt: Instant;
  readonly closedBy: string;
}

/** Writes down that a breaker was opened and closed again; openings are added in order of time and do not overlap. */
export function addOpening(device: DeviceState, opening: Opening): void {
  const history = opening.handle === 'remote' ? device.handleHistory : device.mainHandleHistory;
  history.push(
    { at: opening.openedAt, position: 'open', source: opening.openedBy },
    { at: opening.closedAt, position: 'closed', source: opening.closedBy },
  );
  device.conduction.push({ at: opening.openedAt, closed: false }, { at: opening.closedAt, closed: true });
  if (opening.handle === 'remote') device.lastCommandAt = opening.openedAt;
}
