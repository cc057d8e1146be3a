export { isMeantForPage, type Targeting, type VisitedPage } from './isMeantForPage.ts';
export { withPopups } from './pagePopups.ts';
export { fitsPath } from './paths.ts';
export { popupCopies, popupCopyCollections } from './popupCopies.ts';
export { popupScript } from './popupScript.ts';
