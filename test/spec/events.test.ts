import assert from 'node:assert/strict';
import { streamChannels, streamPublish, streamSchemaVersion, streamSignature, webhookEvents } from '../../src/catalog';
import { assertFields } from './assert-fields';
import { publishBody, publishChannels, publishRequired, webhookPayloads } from './data/events';

describe('spec 6.1 webhook payloads', () => {
  let fields = 0;
  for (const [kind, { resource, fields: lines }] of Object.entries(webhookPayloads))
    it(kind, () => {
      const event = webhookEvents[kind as keyof typeof webhookEvents];
      assert.equal(event.resource, resource);
      fields += assertFields(lines, event.payload.json, 'answer', kind);
    });

  it('there are four, and their fields were compared', () => {
    assert.deepEqual(Object.keys(webhookEvents).sort(), Object.keys(webhookPayloads).sort());
    assert.deepEqual([Object.keys(webhookEvents).length, fields], [4, 31]);
  });
});

describe('spec 6.2 stream publish', () => {
  it('the fields of the channel trees', () =>
    assert.equal(assertFields(publishBody, streamPublish.json, 'answer', 'publish'), 215));

  it('five fields are required', () => assert.deepEqual(streamPublish.json.required, publishRequired));

  it('there are eight channels', () => {
    assert.deepEqual([...streamChannels], publishChannels);
    assert.equal(streamChannels.length, 8);
  });

  it('the signature details and the schema version', () => {
    assert.deepEqual(streamSignature, {
      region: 'global',
      serviceSuffix: 'em-agent-stream',
      contentType: 'application/x-amz-json-1.0',
    });
    assert.equal(streamSchemaVersion, '4.2.0.beta');
  });
});
