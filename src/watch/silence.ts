import type { Happening } from './incidents';
import type { WatchSettings } from './settings';
import type { Silence, SubjectState } from './state';

/** It could not be read. What it was before stays, but no time counts across the silence. Changes `subject`. */
export function fallSilent(subject: SubjectState, { code }: Silence, nowMs: number): void {
  const { unread } = subject;
  const sinceMs = unread?.sinceMs ?? nowMs;
  subject.unread = { ...unread, sinceMs, ...(code === undefined ? {} : { code }) };
}

/** A silence that has lasted long enough is told once. Changes `subject`. */
export function judgeSilence(subject: SubjectState, nowMs: number, { unreadMs }: WatchSettings): Happening[] {
  const { unread } = subject;
  if (unreadMs === undefined || unread === undefined || unread.incident !== undefined) return [];
  if (unread.withAccount === true) return [];
  if (nowMs - unread.sinceMs < unreadMs) return [];
  subject.unread = { ...unread, incident: { beganMs: unread.sinceMs, toldMs: nowMs } };
  const { sinceMs, code } = unread;
  return [{ kind: 'unread', atMs: nowMs, sinceMs, ...(code === undefined ? {} : { code }) }];
}

/** It was read. Changes `subject`. */
export function endSilence(subject: SubjectState, atMs: number): Happening[] {
  const { unread } = subject;
  delete subject.unread;
  return unread?.incident === undefined ? [] : [{ kind: 'read-again', atMs, sinceMs: unread.sinceMs }];
}
