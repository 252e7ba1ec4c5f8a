import { type Assumption, unchanged } from './operation';

/** What is assumed of the service as a whole: of its answers, its errors and its events. */
export const serviceAssumptions: readonly (Assumption & { readonly about: string })[] = [
  {
    about: 'lists',
    what: 'answer',
    value: 'secrets, headers and credentials may be hidden, masked or left out: what is ours is known by its id',
    sure: 'guess',
    why: 'whether lists echo them is not shown',
    change: 'nothing to change: they are not compared',
  },
  {
    about: 'pages',
    what: 'answer',
    value: 'next may name another host: its query is followed on our own',
    sure: 'guess',
    why: 'which host the links have is not shown',
    change: 'nothing to change: both are followed',
  },
  {
    about: 'pages',
    what: 'answer',
    value: 'a list without next or page is complete only if totalCount says so',
    sure: 'guess',
    why: 'what the last page holds is not shown',
    change: 'nothing to change: a list that is not complete says so',
  },
  {
    about: 'answers',
    what: 'answer',
    value: 'null and a missing field are the same',
    sure: 'guess',
    why: 'how a missing value is written is not shown',
    change: 'nothing to change: both are read',
  },
  {
    about: 'waveforms',
    what: 'answer',
    value: 'the arrays of a phase that a device does not have are missing, null or empty',
    sure: 'guess',
    why: 'which of them is not shown',
    change: 'nothing to change: all are read',
  },
  {
    about: 'errors',
    what: 'answer',
    value: 'the gateway in front answers with bodies of its own, whose words are shown',
    sure: 'guess',
    why: 'the API key is a gateway’s, whose errors are not shown',
    change: unchanged.passedOn,
  },
  {
    about: 'device onboarding webhook',
    what: 'values',
    value: 'two equal events within 2 minutes are one, later ones are two',
    sure: 'seen',
    why: 'the payload holds no time and no id',
    change: 'a setting of the webhook-in node: how long events are remembered',
  },
];
