import { defaultSettings, postChanged, publishedPermalink } from '@almanac/contracts';
import type { ServicePorts, Settings } from '@almanac/service';
import { type Embeddable, embeddables } from '../../oembed/embeds/embeddable.ts';
import type { FeedEvent } from './feedEvent.ts';
import type { PlacedEvent } from './feedStore.ts';

export interface PermalinkPorts extends Pick<ServicePorts, 'documents'> {
  readonly settings: Settings;
}

/** Returns the members of a post whose event has its path; undefined for other events. */
const postWithPath = (event: FeedEvent) =>
  postChanged.is(event) && typeof event.data.path === 'string' ? { ...event.data, path: event.data.path } : undefined;

/**
 * Returns the events as readers of the feed get them: `path` of a post is that of its page under the site's setting
 * `permalinks` (docs/interface/ops.md §7). Members that the event lacks come from the copy of the post.
 */
export const withPermalinks = async (
  { documents, settings }: PermalinkPorts,
  found: readonly PlacedEvent[],
): Promise<readonly PlacedEvent[]> => {
  const site = settings.current();
  if (site.permalinks === defaultSettings.permalinks) return found;
  const ids = found.flatMap(({ event }) => postWithPath(event)?.id ?? []);
  if (ids.length === 0) return found;
  const copies = await documents.getMany<Embeddable>(embeddables, [...new Set(ids)]);
  const copyOf = new Map(copies.map((copy) => [copy.id, copy]));
  return found.map((placed) => {
    const { event } = placed;
    const post = postWithPath(event);
    if (post === undefined) return placed;
    const { type, published } = { ...copyOf.get(post.id), ...post };
    const path = publishedPermalink({ path: post.path, type, published }, site);
    return { ...placed, event: { ...event, data: { ...post, path } } };
  });
};
