import assert from 'node:assert/strict';
import { ClientError } from '../../src/client';
import { namedBadge } from '../../src/runtime/node/named-badge';
import { presentError } from '../../src/runtime/node/present-error';
import type { Texts } from '../../src/runtime/node/texts';

const heater = 'ce356d2f-943e-45af-911a-1ffc9eb9b411';
const pump = 'dcf02bc9-50c3-4fe7-abb4-67d63fa74894';
const other = '62325dfc-1fc6-4525-9519-674da6e2c4aa';
const names = new Map([
  [heater, { name: 'Water heater', serialNumber: '30000058860' }],
  [pump, { serialNumber: '30000058861' }],
]);
const namesOf = (deviceId: string) => names.get(deviceId.toLowerCase()) ?? {};
const texts = ((key: string) => key) as Texts;

describe('the sentence of an error', () => {
  it('calls a device by its name, or else by its serial number; the id stays in the cause', () => {
    const message = `${heater} is off, ${pump.toUpperCase()} and ${other} are not`;
    const { message: told, cause } = presentError(
      new ClientError('REFUSED', message, { deviceId: heater }),
      texts,
      namesOf,
    );
    assert.equal(told, `error.REFUSED: Water heater is off, 30000058861 and ${other} are not`);
    assert.equal(cause?.deviceId, heater);
    assert.equal(cause?.name, 'Water heater');
  });

  it('keeps an id in quotation marks, which is one to enter, and adds the name', () => {
    const { message } = presentError(
      new ClientError('REFUSED', `must be "${heater}" or "${other}"`, {}),
      texts,
      namesOf,
    );
    assert.equal(message, `error.REFUSED: must be "${heater}" (Water heater) or "${other}"`);
  });

  it('does so in the problems of fields too, which keep their fields', () => {
    const validations = [{ field: heater, rule: 'other', message: `must not be operated with ${pump}` }];
    const { message, cause } = presentError(new ClientError('REFUSED', 'no', { validations }), texts, namesOf);
    assert.equal(message, 'error.REFUSED: Water heater: must not be operated with 30000058861');
    assert.deepEqual(cause?.validations, validations);
  });
});

describe('the badge of one device', () => {
  it('begins with the name that a person gave', () => {
    assert.equal(namedBadge('open', 'Water heater'), 'Water heater: open');
    assert.equal(namedBadge('open', undefined), 'open');
  });

  it('shortens a long name, and never the value', () => {
    assert.equal(namedBadge('closed', 'Guest house heat pump on the left'), 'Guest house heat pump o…: closed');
    assert.equal(namedBadge('open', '🔌'.repeat(30)), `${'🔌'.repeat(23)}…: open`);
  });
});
