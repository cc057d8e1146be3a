/**
 * Script for pages that embed a record of this site. The frame may only run scripts, so it sends messages to its page,
 * with the secret from its address. `{ secret, message: 'height', value }` reports its height, `{ secret, message:
 * 'link', value }` the target of a clicked link. The first message also shows that the frame has loaded: the script
 * then hides the quotation. It uses old JavaScript, because embedding pages may split and join it.
 */
export const embedScript = `
(function () {
  if (window.almanacEmbeds) { return; }
  window.almanacEmbeds = true;
  function each(selector, act) { Array.prototype.forEach.call(document.querySelectorAll(selector), act); }
  function host(address) { var link = document.createElement('a'); link.href = address; return link.host; }
  function obey(frame, data) {
    if (data.message === 'height') {
      frame.height = String(Math.min(1000, Math.max(200, parseInt(data.value, 10) || 0)));
    }
    if (data.message === 'link' && document.activeElement === frame && /^https?:/.test(data.value)) {
      if (host(data.value) === host(frame.src)) { window.top.location.href = data.value; }
    }
  }
  window.addEventListener('message', function (event) {
    var data = event.data;
    if (!data || typeof data.message !== 'string' || !/^[A-Za-z0-9]{10}$/.test(data.secret)) { return; }
    var marked = '.core-embedded-content[data-secret="' + data.secret + '"]';
    each('iframe' + marked, function (frame) {
      if (event.source !== frame.contentWindow) { return; }
      frame.removeAttribute('style');
      each('blockquote' + marked, function (quote) { quote.style.display = 'none'; });
      obey(frame, data);
    });
  });
})();
`.trim();
