import type { UnitOfWork } from '@almanac/event-sourcing';
import type { SlugRules } from '@almanac/text';
import type { SiteLanguages } from '../translations/translatable.ts';
import type { ContentFacts } from './contentCommands.ts';
import type { ContentFields, ContentState } from './contentItem.ts';
import { clocksAt } from './publicationDate.ts';

/** Settings of the site that decisions about content depend on. */
export interface ContentSite {
  readonly languages: SiteLanguages;
  /** The site's time zone. */
  readonly zone: string;
  readonly slugs?: SlugRules;
}

/** Returns the facts of a decision that changes neither slug nor translation membership. */
export const plainFacts = <Fields extends ContentFields>(
  unit: UnitOfWork,
  { languages, zone }: ContentSite,
  { slug, language, group, languages: listed }: Pick<ContentState, 'slug' | 'language' | 'group' | 'languages'>,
): ContentFacts<Fields> => ({
  clocks: clocksAt(unit.meta, zone),
  defaultLanguage: languages.defaultLanguage,
  slug,
  membership: { language, group, languages: listed },
});
