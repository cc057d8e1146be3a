// Copies code, and searches the operations of the document that the page names (startPage.ts).
const { document: address, reference } = JSON.parse(document.querySelector('[data-js=start]').textContent);
const [search, found, none] = ['search', 'found', 'none'].map((name) => document.querySelector(`[data-js=${name}]`));
const input = search.querySelector('input');
const MAX_SHOWN = 20;
const FEEDBACK_MS = 2_000;

for (const button of navigator.clipboard ? document.querySelectorAll('[data-js=copy]') : []) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent);
    button.textContent = button.dataset.done;
    setTimeout(() => {
      button.textContent = label;
    }, FEEDBACK_MS);
  });
}

let operations;
const readOperations = async () => {
  const { paths, tags } = await (await fetch(address)).json();
  const names = new Set(tags.map(({ name }) => name));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        {
          operationId,
          summary,
          tags: [tag],
        },
      ]) => ({
        text: `${method.toUpperCase()} ${path}`,
        summary,
        words: `${method} ${path} ${summary} ${operationId}`.toLowerCase(),
        link: `${reference}?${new URLSearchParams({ namespace: tag === 'site' && names.has(tag) ? '/' : tag })}#operation/${operationId}`,
      }),
    ),
  );
};

const itemOf = ({ text, summary, link }) => {
  const item = document.createElement('li');
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.textContent = text;
  item.append(anchor, ` ${summary}`);
  return item;
};

const showFound = async () => {
  operations ??= readOperations();
  const all = await operations;
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = words.length === 0 ? [] : all.filter((each) => words.every((word) => each.words.includes(word)));
  found.replaceChildren(...matching.slice(0, MAX_SHOWN).map(itemOf));
  none.hidden = words.length === 0 || matching.length > 0;
};

search.hidden = false;
search.addEventListener('submit', (event) => event.preventDefault());
input.addEventListener('input', showFound);
