import {
  type AskedDate,
  type ContentChange,
  type ContentSite,
  changeContent,
  createContent,
  type PublicationField,
} from '@almanac/content-model';
import type { UnitOfWork } from '@almanac/event-sourcing';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState, Status } from './contentItem.ts';
import type { ItemKind, NewFields } from './itemKind.ts';
import { permittedStatus } from './statuses.ts';

/** Returns the languages and the zone with which content items are written. */
export const contentSite = ({ languages, settings }: Calendar): ContentSite => ({
  languages,
  zone: settings.current().timezone,
});

/** The requested status, publication date and slug; undefined keeps a value, or leaves it to the rules. */
export interface AskedItem {
  readonly mayPublish: boolean;
  readonly status: Status | undefined;
  readonly date: AskedDate | undefined;
  /** Made from the title if empty. */
  readonly slug: string | undefined;
}

export interface NewItem extends AskedItem {
  readonly id: number;
  readonly language: string;
  /** The id of the record that the new one translates. */
  readonly translationOf: number | undefined;
  /** True if the caller may edit the record that this one translates. */
  mayTranslate(source: ItemState): boolean;
}

/** Creates a content item; without the right to publish, its status is scaled back. */
export const createItem = <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  kind: ItemKind<Fields>,
  { asked, fields }: { readonly asked: NewItem; readonly fields: NewFields<Fields> },
): Promise<ItemState & Fields> => {
  const status = permittedStatus(asked.status, undefined, asked.mayPublish);
  return createContent(unit, kind, contentSite(calendar), { asked: { ...asked, status, title: fields.title }, fields });
};

export type AskedChange = AskedItem & Pick<ContentChange<ItemState, Status>, 'mayEdit' | 'minor'>;

/** A change by the site itself, which leaves the publication as it is. */
export const unchangedPublication = {
  mayPublish: true,
  status: undefined,
  date: undefined,
  slug: undefined,
} as const satisfies AskedChange;

interface Subject<Fields extends ItemFields> {
  readonly kind: ItemKind<Fields>;
  readonly id: number;
}

/** Changes a record, and the shared fields of all its versions. @throws DomainError 404 */
export const changeItem = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  { kind, id }: Subject<Fields>,
  { asked, fields }: { readonly asked: AskedChange; readonly fields: Partial<Omit<Fields, PublicationField>> },
): Promise<ItemState & Fields> => {
  const before = await unit.load(kind.aggregate, id);
  const inTrash = before.status === 'trash' && asked.status === undefined;
  const status = inTrash ? 'trash' : permittedStatus(asked.status, before.status, asked.mayPublish);
  return changeContent(unit, kind, contentSite(calendar), { id, asked: { ...asked, status }, fields });
};
