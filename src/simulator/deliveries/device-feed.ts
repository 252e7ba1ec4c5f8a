import { randomUUID } from 'node:crypto';
import { streamPublish, streamSchemaVersion } from '../../catalog';
import { defined } from '../../object';
import { lastReportAt, reportChannels } from '../physics';
import type { DeviceStreamState } from '../service-state';
import type { DeviceState } from '../state';
import { effectOf } from './delivery-fault-kinds';
import type { DeliveryService } from './delivery-service';
import { type Channels, createNewData, merged } from './new-data';
import { createOutbox } from './outbox';
import { streamRequest, streamUrl, type WebhookStreamConfig } from './stream-request';

/** 15 s in all: what a device pushes is soon followed by newer data. */
const retryDelaysMs = [1000, 2000, 4000, 8000];
const maxWaitingPublishes = 60;

interface Publish {
  readonly transactionId: string;
  /** Of the push, on the simulator's clock. */
  readonly at: number;
  /** Of the report that it carries; its measurements are worked out when it is sent. */
  readonly reportAt?: number;
  readonly standing?: Channels;
  body?: string;
}

/** Pushes one device's data to one webhook stream. */
export interface DeviceFeed {
  /** A report of the device is due; an offline device sends none. */
  report(at: number): void;
  /** Something happened to the device that is pushed before its next report. */
  push(at: number): void;
  /** `count` reports of time that was missed are left out. */
  skip(count: number): void;
  close(): void;
}

/**
 * Before the first publish the validation request must be answered with 2xx; when all its attempts fail it is tried
 * again at the device's next report. Then everything that is known is published, after that only what is new. spec 6.2
 */
export function createDeviceFeed(
  service: DeliveryService,
  device: DeviceState,
  attachment: DeviceStreamState,
  config: WebhookStreamConfig,
): DeviceFeed {
  const { state, clock } = service;
  const urls = {
    validation: streamUrl(config, config.validationPath),
    publish: streamUrl(config, config.publishPath),
  };
  const newData = createNewData(device, state);
  let phase: 'new' | 'validating' | 'valid' = attachment.health.code === 200 ? 'valid' : 'new';
  let droppedInARow = 0;
  let closed = false;

  const outbox = createOutbox<'validation' | Publish>({
    ...service,
    target: urls.publish?.origin ?? '',
    capacity: maxWaitingPublishes,
    retryDelaysMs,
    faultOf: (entry, attempt) => {
      const delivery = entry === 'validation' ? 'validation' : 'publish';
      return service.faults.take({ delivery, url: urls[delivery]?.href ?? '', deviceId: device.id, attempt });
    },
    async send(entry, attempt, fault) {
      const delivery = entry === 'validation' ? 'validation' : 'publish';
      const url = urls[delivery];
      if (url === undefined) {
        setHealth(501, 'The base URL of the stream cannot be used');
        return 'refused';
      }
      const body = entry === 'validation' ? undefined : bodyOf(entry);
      const effect = effectOf(fault);
      const request = streamRequest(url, config, body, service.transportClock.now(), effect);
      const outcome = await service.transport.send(request, effect.cut === true);
      // The simulator or the stream was closed, which says nothing about the receiver.
      if (closed) return 'refused';
      const { delivered, code, message } = outcome;
      service.log({
        delivery,
        at: clock.now(),
        url: url.href,
        deviceId: device.id,
        ...(entry === 'validation' ? {} : { transactionId: entry.transactionId }),
        attempt,
        delivered,
        code,
        message,
        ...defined({ fault: fault?.kind }),
      });
      setHealth(code, message);
      if (!delivered) return outcome.final ? 'refused' : 'failed';
      droppedInARow = 0;
      if (entry === 'validation' && phase === 'validating') begin();
      return 'delivered';
    },
    onDropped: drop,
    onGivenUp(entry) {
      if (entry === 'validation') phase = 'new';
      else newData.forget();
    },
  });

  function setHealth(code: number, message: string): void {
    const isNew = attachment.health.code !== code;
    attachment.health = { at: clock.now(), code, message };
    if (isNew) service.changed();
  }

  function drop(): void {
    droppedInARow += 1;
    service.dropped(1);
    newData.forget();
    setHealth(507, `The receiver is too slow: ${droppedInARow} publishes were dropped`);
  }

  function validate(): void {
    phase = 'validating';
    outbox.add('validation');
  }

  function begin(): void {
    phase = 'valid';
    const now = clock.now();
    if (device.online) add({ at: now, reportAt: lastReportAt(device, now) });
  }

  function add(publish: Omit<Publish, 'transactionId' | 'body'>): void {
    // Random, and not from the seed: the id must also be unique after a restart with an older state.
    outbox.add({ ...publish, transactionId: randomUUID() });
  }

  function bodyOf(publish: Publish): string {
    if (publish.body === undefined) {
      const { at, reportAt, transactionId } = publish;
      const measured = reportAt === undefined ? {} : { ...reportChannels(device, reportAt, state) };
      const payload = {
        deviceId: device.id,
        serialNumber: device.serialNumber,
        schemaVersion: streamSchemaVersion,
        transactionId,
        ts: Math.floor(at / 1000),
        ...merged(measured, publish.standing ?? newData.take(at)),
      };
      publish.body = JSON.stringify(service.variation.push<unknown>(payload, streamPublish.json));
    }
    return publish.body;
  }

  if (phase === 'new') validate();

  return {
    report(at) {
      if (phase === 'new') validate();
      // An offline device sends nothing, and does not make up for it: its next report has what changed meanwhile.
      else if (phase === 'valid' && device.online) add({ at, reportAt: at });
    },
    push(at) {
      if (phase !== 'valid' || !device.online) return;
      const standing = newData.take(at);
      if (Object.keys(standing).length > 0) add({ at, standing });
    },
    skip(count) {
      if (phase === 'valid' && device.online) service.dropped(count);
    },
    close() {
      closed = true;
      outbox.close();
    },
  };
}
