import type { Timer } from '../../clock';
import { nextReportAt } from '../physics';
import type { DeviceStreamState } from '../service-state';
import type { SimulatorEvent } from '../simulator-event';
import type { DeviceState, Instant } from '../state';
import type { DeliveryService } from './delivery-service';
import { createDeviceFeed, type DeviceFeed } from './device-feed';

/** Pushes of devices to the webhook streams that they are attached to. */
export interface StreamDeliveries {
  /** Attachments, report rates or alignments may have changed. */
  refresh(): void;
  hear(event: SimulatorEvent): void;
  /** Between two refreshes, a device with such events pushes once: its state at the last of them. */
  note(event: SimulatorEvent): void;
  close(): void;
}

/** If more reports of a device are due at once, on a very fast clock, only the newest is sent. */
const maxReportsAtOnce = 10;

interface Reporting {
  readonly device: DeviceState;
  readonly feeds: Map<DeviceStreamState, DeviceFeed>;
  nextAt: number;
  /** The settings that `nextAt` follows from. */
  settings: DeviceState['settings'];
}

/** The device that pushes what has happened to it. */
function pushingDevice(event: SimulatorEvent): string | undefined {
  switch (event.type) {
    case 'handle-changed':
    case 'waveform-captured':
    case 'evse-changed':
      return event.deviceId;
    default:
      return undefined;
  }
}

/**
 * spec 6.2. After missed time (the machine slept, the event loop was blocked, the clock was set forward) a receiver
 * gets what a real service sends after an outage: the newest report of each device, with every setting and position
 * that has changed since the last push, and the state at the last event. Older reports are counted and not sent; the
 * histories contain them. The health of the stream does not change, because the receiver was not slow.
 */
export function createStreamDeliveries(service: DeliveryService): StreamDeliveries {
  const { state, clock } = service;
  const reporting = new Map<string, Reporting>();
  let attachments: readonly DeviceStreamState[] = [];
  let count = 0;
  let timer: Timer | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  const noted = new Map<string, Instant>();

  function reconcile(): void {
    // Attachments are added to the same list; when some are removed, a new list replaces it.
    if (attachments === state.deviceStreams && count === attachments.length) return;
    const known = attachments === state.deviceStreams ? attachments.slice(count) : state.deviceStreams;
    if (attachments !== state.deviceStreams) removeOthers(new Set(state.deviceStreams));
    for (const attachment of known) attach(attachment);
    attachments = state.deviceStreams;
    count = attachments.length;
  }

  function removeOthers(attached: ReadonlySet<DeviceStreamState>): void {
    for (const [deviceId, { feeds }] of reporting) {
      for (const [attachment, feed] of feeds) {
        if (attached.has(attachment)) continue;
        feed.close();
        feeds.delete(attachment);
      }
      if (feeds.size === 0) reporting.delete(deviceId);
    }
  }

  function attach(attachment: DeviceStreamState): void {
    const { deviceId, streamId } = attachment;
    const config = state.streams.find(({ id }) => id === streamId)?.request.webhookStreamConfig;
    const device = reporting.get(deviceId)?.device ?? state.devices.find(({ id }) => id === deviceId);
    if (config === undefined || device === undefined) return;
    const entry = reporting.get(deviceId) ?? {
      device,
      feeds: new Map(),
      nextAt: nextReportAt(device, clock.now()),
      settings: { ...device.settings },
    };
    if (entry.feeds.has(attachment)) return;
    reporting.set(deviceId, entry);
    entry.feeds.set(attachment, createDeviceFeed(service, device, attachment, config));
  }

  function followSettings(entry: Reporting): void {
    const { settings } = entry.device;
    const { dataReportRate, alignment, alignmentSince } = entry.settings;
    if (
      settings.dataReportRate === dataReportRate &&
      settings.alignment === alignment &&
      settings.alignmentSince === alignmentSince
    )
      return;
    entry.settings = { ...settings };
    entry.nextAt = nextReportAt(entry.device, clock.now());
  }

  function reportDue(entry: Reporting, now: number): void {
    const { device, feeds } = entry;
    const rateMs = device.settings.dataReportRate * 1000;
    const late = Math.floor((now - entry.nextAt) / rateMs);
    if (late >= maxReportsAtOnce) {
      for (const feed of feeds.values()) feed.skip(late);
      entry.nextAt += late * rateMs;
    }
    while (entry.nextAt <= now) {
      for (const feed of feeds.values()) feed.report(entry.nextAt);
      entry.nextAt = nextReportAt(device, entry.nextAt);
    }
  }

  function run(): void {
    timer = undefined;
    timerAt = Number.POSITIVE_INFINITY;
    if (!service.isUpToDate()) return;
    const now = clock.now();
    for (const entry of reporting.values()) reportDue(entry, now);
    schedule();
  }

  function pushNoted(): void {
    for (const [deviceId, at] of noted) {
      const entry = reporting.get(deviceId);
      if (entry === undefined) continue;
      // Reports that are due before the event are sent before it.
      reportDue(entry, at);
      for (const feed of entry.feeds.values()) feed.push(at);
    }
    noted.clear();
  }

  function schedule(): void {
    let next = Number.POSITIVE_INFINITY;
    for (const { nextAt } of reporting.values()) next = Math.min(next, nextAt);
    if (next === timerAt) return;
    timer?.cancel();
    timer = undefined;
    timerAt = next;
    if (Number.isFinite(next)) timer = clock.after(Math.max(0, next - clock.now()), run);
  }

  return {
    refresh() {
      if (reporting.size === 0 && state.deviceStreams.length === 0) return;
      reconcile();
      for (const entry of reporting.values()) followSettings(entry);
      pushNoted();
      schedule();
    },
    hear(event) {
      const feeds = reporting.get(pushingDevice(event) ?? '')?.feeds.values() ?? [];
      for (const feed of feeds) feed.push(event.at);
    },
    note(event) {
      const deviceId = pushingDevice(event);
      if (deviceId === undefined || !reporting.has(deviceId)) return;
      // Deleted first, so that the map is in the order of the last events.
      noted.delete(deviceId);
      noted.set(deviceId, event.at);
    },
    close() {
      timer?.cancel();
      for (const { feeds } of reporting.values()) for (const feed of feeds.values()) feed.close();
      reporting.clear();
    },
  };
}
