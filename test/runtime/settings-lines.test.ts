import assert from 'node:assert/strict';
import { textKey } from '../../src/admin-api';
import { ClientError } from '../../src/client';
import { settingsLines } from '../../src/runtime/admin/settings-lines';
import { problem } from '../../src/schema';
import { nodeText } from '../support/node-texts';

const texts = (key: string, params?: Readonly<Record<string, unknown>>) =>
  nodeText(textKey(`breakerflow.${key}`), params);
const refusal = (...validations: ReturnType<typeof problem>[]) =>
  new ClientError('INVALID_INPUT', 'the settings cannot be used', { validations });

describe('settings with which no connection can be tried', () => {
  const lineOf = (field: string, rule: string, params?: Record<string, number>, message = 'in English') => {
    const [line] = settingsLines(refusal(problem(field, rule, message, params)), texts);
    return [line?.fields?.[0], line?.detail];
  };

  it('are lines at the field of the account, in the words of its dialog', () => {
    assert.deepEqual(lineOf('apiKey', 'required'), ['apiKey', 'is required']);
    assert.deepEqual(lineOf('apiKey', 'maxLength', { limit: 128 }), ['apiKey', 'is longer than 128 characters']);
    assert.deepEqual(lineOf('organization.secret2', 'maxLength', { limit: 256 }), [
      'orgSecret2',
      'is longer than 256 characters',
    ]);
    assert.deepEqual(lineOf('apiKey', 'headerValue'), [
      'apiKey',
      'must consist of printable characters without spaces or line breaks',
    ]);
    assert.deepEqual(lineOf('ca', 'pem'), ['ca', 'must be one or more certificates in PEM form']);
    assert.deepEqual(lineOf('baseUrl', 'https'), ['baseUrl', 'must begin with https:// (http only on this machine)']);
  });

  it('that are no field of ours keep their path', () => {
    assert.deepEqual(lineOf('replaced.devices.list.path', 'path'), ['replaced', 'in English']);
    assert.deepEqual(lineOf('other', 'rule'), [undefined, 'other: in English']);
  });

  it('are nothing else: an account that is not described, and any other error, are thrown', () => {
    for (const error of [
      new Error('broken'),
      new ClientError('NETWORK', 'nobody there', {}),
      refusal(problem('id', 'required', 'is required')),
      refusal(problem('', 'enterAgain', 'again')),
    ])
      assert.throws(() => settingsLines(error, texts), error);
  });
});
