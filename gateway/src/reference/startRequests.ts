import type { SampledRequest } from './codeSamples.ts';

/** A request that most programs need. */
export interface StartRequest extends Omit<SampledRequest, 'address'> {
  /** English; translated where it is shown. */
  readonly title: string;
  /** Path and query below the REST root. */
  readonly target: string;
}

const EVENTS = '/cal/events/v1/events';

const read = (title: string, target: string): StartRequest => ({
  title,
  method: 'GET',
  target,
  needsSignIn: false,
  getsJson: true,
});

const write = (title: string, target: string, body: unknown): StartRequest => ({
  title,
  method: 'POST',
  target,
  needsSignIn: true,
  body,
  getsJson: true,
});

/** The requests of the start page of the reference. */
export const startRequests: readonly StartRequest[] = [
  read('List the next events', `${EVENTS}?per_page=3`),
  read('Search events', `${EVENTS}?search=concert`),
  read('Read an event by its slug', `${EVENTS}/by-slug/harbour-concert`),
  read('List venues with upcoming events', '/cal/events/v1/venues?only_with_upcoming=true'),
  read('List the newest posts', '/core/v2/posts?per_page=5&_fields=id,title,link'),
  write('Create an event', EVENTS, {
    title: 'Harbour Concert',
    start_date: '2031-06-10 19:30:00',
    end_date: '2031-06-10 22:00:00',
    venue: { venue: 'Harbour Hall', city: 'Riverside' },
  }),
  write('Change an event', `${EVENTS}/1`, { start_date: '2031-06-10 20:00:00' }),
  {
    title: 'Upload a picture',
    method: 'POST',
    target: '/core/v2/media',
    needsSignIn: true,
    sendsFile: true,
    getsJson: true,
  },
  { title: 'Delete an event', method: 'DELETE', target: `${EVENTS}/1`, needsSignIn: true, getsJson: true },
  write('Send several changes together', '/batch/v1', {
    requests: [
      { path: `${EVENTS}/1`, body: { featured: true } },
      { path: `${EVENTS}/2`, body: { featured: false } },
    ],
  }),
];
