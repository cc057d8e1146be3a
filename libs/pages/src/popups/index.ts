export { isMeantForPage, type VisitedPage } from './isMeantForPage.ts';
export { withPopups } from './pagePopups.ts';
export { popupCopies, popupCopyCollections } from './popupCopies.ts';
export { popupScript } from './popupScript.ts';
