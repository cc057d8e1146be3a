// Keeps what a page of the console shows up to date. Its links show the same without it; whatever fails here is left to them.
const REGION = '[data-js=live]';
const { every, stream, types } = JSON.parse(document.querySelector('[data-js="admin/live"]').textContent);

let [isPaused, isAsking, isBehind] = [false, false, false];

/** Whether somebody is at work in there: what has the focus, or was opened, stays. */
const isInUse = (region) => region.contains(document.activeElement) || region.querySelector('details[open]') !== null;

const load = async () => {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, redirect: 'error' });
  if (!answer.ok) throw new Error(`the page was answered ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector(REGION);
};

const refresh = async () => {
  if (isPaused || document.hidden) return;
  isBehind = isAsking;
  if (isAsking) return;
  isAsking = true;
  try {
    const next = await load();
    const region = document.querySelector(REGION);
    // it may have been paused since it was asked for
    if (next !== null && !isPaused && !isInUse(region) && next.innerHTML !== region.innerHTML) region.replaceWith(next);
  } catch {
    // the next one shows it
  }
  isAsking = false;
  if (isBehind) setTimeout(refresh, 500);
};

const LISTENS_AGAIN = 3_000;

/** The site says when there is something new. Browsers come again by themselves, but not where they were refused. */
const listen = () => {
  const source = new EventSource(stream);
  for (const type of types) source.addEventListener(type, refresh);
  source.addEventListener('open', refresh);
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, LISTENS_AGAIN);
  });
};

const control = document.querySelector('[data-js=live-control]');
const button = control.querySelector('button');
button.addEventListener('click', () => {
  isPaused = !isPaused;
  const { pause, resume } = button.dataset;
  button.textContent = isPaused ? resume : pause;
  refresh();
});
control.hidden = false;
document.addEventListener('visibilitychange', refresh);
if (stream !== undefined) listen();
setInterval(refresh, every);
