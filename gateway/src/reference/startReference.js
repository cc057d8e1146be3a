/* global Redoc */
// Shows the document that the page names, in place of what stands in `main` (referencePage.ts).
const { document: address } = JSON.parse(document.querySelector('[data-js=reference]').textContent);
const place = document.querySelector('main');
const system = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const mono = 'ui-monospace, "SF Mono", Consolas, monospace';
const options = {
  disableSearch: true,
  expandResponses: '200,201',
  generatedSamplesMaxDepth: 4,
  nativeScrollbars: true,
  showExtensions: ['x-codes'],
  theme: {
    colors: { primary: { main: '#0b4f9e' } },
    sidebar: { width: '18rem' },
    typography: { fontFamily: system, headings: { fontFamily: system }, code: { fontFamily: mono } },
  },
};
// Redoc's code scrolls, but keys cannot reach it
const makeFocusable = () => {
  for (const code of place.querySelectorAll('pre:not([tabindex])')) code.tabIndex = 0;
};
place.addEventListener('click', () => setTimeout(makeFocusable));
Redoc.init(address, options, place, (fault) => {
  place.removeAttribute('aria-busy');
  makeFocusable();
  if (fault) place.textContent = fault.message;
});
