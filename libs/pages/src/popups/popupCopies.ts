import { packageChanged, popupChanged, popupDeleted, type ServiceName } from '@almanac/contracts';
import type { Collection, Documents } from '@almanac/documents';
import {
  type CopySubscription,
  copySubscription,
  dropCopy,
  guardOf,
  mergeCopy,
  type Subscription,
} from '@almanac/messaging';
import { isShownOnPage, type PageTargeting, type VisitedPage } from './isShownOnPage.ts';

interface PopupCopy extends PageTargeting {
  readonly id: number;
  readonly status: 'publish' | 'hidden';
}

interface PackageCopy {
  readonly id: string;
  readonly isOff: boolean;
  readonly isEntitled: boolean;
}

const popups: Collection = { name: 'popup-copies', projectionVersion: 1, indexes: [['status']] };
const packages: Collection = { name: 'package-copies', projectionVersion: 1 };

/** The copies of misc's records that services with pages store. */
export const popupCopyCollections: readonly Collection[] = [popups, packages];

/** The package that popups require. */
const PACKAGE = 'popups';

/** Defaults of a popup: on every page, for everybody, hidden. */
const presets: Omit<PopupCopy, 'id'> = {
  status: 'hidden',
  include: [],
  exclude: [],
  languages: [],
  audience: 'all',
  ends: null,
};

const copy: CopySubscription['handle'] = async (delivery, documents) => {
  if (popupDeleted.is(delivery)) return dropCopy(documents, popups, delivery);
  if (popupChanged.is(delivery)) {
    const { id, isPublished, ...changes } = delivery.data;
    const status = isPublished === undefined ? {} : { status: isPublished ? 'publish' : 'hidden' };
    return mergeCopy<object>(documents, popups, delivery, (known) => ({
      ...presets,
      ...known,
      ...changes,
      ...status,
      id,
    }));
  }
  if (!packageChanged.is(delivery)) return;
  const { slug: id, ...changes } = delivery.data;
  const version = guardOf(delivery);
  const known = await documents.get<PackageCopy>(packages, id);
  if (known !== undefined && known.version >= version) return;
  const body = { isOff: false, isEntitled: true, ...known?.body, ...changes, id };
  await documents.write([{ collection: packages, id, version, body }]);
};

/** Returns the subscription that maintains a service's copies of popups and packages. */
export const popupCopies = (service: ServiceName, documents: Documents): Subscription =>
  copySubscription({
    name: `${service}.popups`,
    sources: ['misc'],
    takes: [popupChanged, popupDeleted, packageChanged],
    documents,
    handle: copy,
  });

/** True if a published popup is, or will be, meant for a page. */
export const hasPopups = async (documents: Documents, page: VisitedPage): Promise<boolean> => {
  const published = await documents.find<PopupCopy>(popups, { filter: { field: 'status', equals: 'publish' } });
  if (!published.some((popup) => isShownOnPage(popup, page))) return false;
  const { isOff = false, isEntitled = true } = (await documents.get<PackageCopy>(packages, PACKAGE))?.body ?? {};
  return !isOff && isEntitled;
};
