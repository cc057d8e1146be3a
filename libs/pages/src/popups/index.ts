export { isShownOnPage, type VisitedPage } from './isShownOnPage.ts';
export { withPopups } from './pagePopups.ts';
export { popupCopies, popupCopyCollections } from './popupCopies.ts';
export { popupScript } from './popupScript.ts';
