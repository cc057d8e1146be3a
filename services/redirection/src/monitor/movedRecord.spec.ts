import type { SiteRecord } from '../posts/siteRecords.ts';
import { rulesFor } from './movedRecord.ts';

const post: SiteRecord = {
  id: 7,
  type: 'post',
  status: 'publish',
  title: 'Harbour',
  slug: 'harbour',
  path: '/harbour/',
  protected: false,
  former: [],
  moved: false,
};
const moved = { ...post, slug: 'quay', path: '/quay/' };
const trashed = { ...post, status: 'trash', path: null };
const options = { monitor_post: 2, monitor_types: ['post'], associated_redirect: '' };

describe('the address monitor', () => {
  it('creates a rule from the former address of a published record to the new one', () => {
    expect(rulesFor(post, moved, options)).toEqual([{ from: '/harbour/', to: '/quay/', enabled: true }]);
  });

  it('creates rules for the associated addresses of both too', () => {
    expect(rulesFor(post, moved, { ...options, associated_redirect: '/amp/' })).toEqual([
      { from: '/harbour/', to: '/quay/', enabled: true },
      { from: '/harbour/amp/', to: '/quay/amp/', enabled: true },
    ]);
  });

  it.each([
    ['is off', post, moved, { ...options, monitor_post: 0 }],
    ['does not watch the type', post, moved, { ...options, monitor_types: ['cal_events', 'trash'] }],
    ['sees a record for the first time', undefined, moved, options],
    ['sees a draft become public', { ...post, status: 'draft' }, moved, options],
    ['sees a public record become a draft', post, { ...moved, status: 'draft' }, options],
    ['sees another title', post, { ...post, title: 'Quay' }, options],
    ['sees the root move', { ...post, path: '/' }, moved, options],
    ['sees something go to the trash that is not watched for it', post, trashed, options],
  ])('creates nothing if it %s', (_what, before, after, chosen) => {
    expect(rulesFor(before, after, chosen)).toEqual([]);
  });

  it('creates a disabled rule to the root for a trashed record, if trash is monitored', () => {
    expect(rulesFor(post, trashed, { ...options, monitor_types: ['post', 'trash'] })).toEqual([
      { from: '/harbour/', to: '/', enabled: false },
    ]);
  });
});
