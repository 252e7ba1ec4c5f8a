import { record, text } from '../../schema';
import { limits } from '../limits';
import { methodSetting, one, operations, pathSetting, unchanged } from '../operation';
import { tokenAnswer } from '../shapes/token';

export const token = operations({
  'token.create': {
    section: '4.1',
    title: 'Get an access token',
    method: 'POST',
    path: '/serviceAccount/authToken',
    token: [],
    body: record({
      clientId: text({ min: 1, max: limits.credentialCharacters }),
      clientSecret: text({ min: 1, max: limits.credentialCharacters, secret: true }),
    }),
    answer: one(tokenAnswer),
    secrets: ['token'],
    retry: 'token',
    assumed: [
      {
        what: 'path',
        value: '/serviceAccount/authToken',
        sure: 'seen',
        why: 'the specification names neither method nor path',
        settings: pathSetting,
      },
      {
        what: 'method',
        value: 'POST',
        sure: 'seen',
        why: 'the specification names neither method nor path',
        settings: methodSetting,
      },
      {
        what: 'token',
        value: 'valid until expiresAt, whatever that is',
        sure: 'seen',
        why: 'the token lifetime is not shown',
        change: unchanged.passedOn,
      },
    ],
  },
});
