/// The one script of the pages. It changes nothing by itself: what it does, links and forms do too.
enum WebScript {
    static let source = #"""
        'use strict';
        const body = document.body;

        // The door: the token stands behind "#", which browsers send to nobody.
        if (body.id === 'door') {
          const token = location.hash.slice(1);
          history.replaceState(null, '', '/');
          if (token) {
            fetch('/enter', { method: 'POST', body: token }).then(answer => {
              if (answer.ok) location.replace('/dashboard');
            });
          }
        } else {
          keys();
          follow();
          tell();
        }

        // Says which windows are open: the program ends with the last one.
        function tell() {
          let name;
          const come = () => {
            name = crypto.randomUUID();
            fetch('/shown', { method: 'POST', body: name, keepalive: true }).catch(() => {});
          };
          come();
          addEventListener('pageshow', event => { if (event.persisted) come(); });
          addEventListener('pagehide', () => navigator.sendBeacon('/left', name));
        }

        function keys() {
          const filter = document.getElementById('filter');
          const help = document.getElementById('keys');
          document.getElementById('help').addEventListener('click', () => help.showModal());
          let goes = false;
          document.addEventListener('keydown', event => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            if (event.target.closest('input, select, textarea')) {
              if (event.key === 'Escape') event.target.blur();
              return;
            }
            if (help.open) return;
            if (goes) {
              goes = false;
              const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
              if (link) { event.preventDefault(); link.click(); }
              return;
            }
            const steps = { ArrowLeft: 'a[rel=prev]', ArrowRight: 'a[rel=next]' };
            if (event.key === '/') { event.preventDefault(); filter.select(); }
            else if (event.key === '?') help.showModal();
            else if (event.key === 'g') goes = true;
            else if (steps[event.key] && !event.target.closest('.scroll')) {
              document.querySelector(steps[event.key])?.click();
            }
          });
        }

        // Waits for a change while the page is seen, and shows it unless somebody is typing.
        async function follow() {
          let stop = new AbortController();
          document.addEventListener('visibilitychange', () => {
            if (document.hidden) stop.abort(); else { stop = new AbortController(); wait(); }
          });
          // A reload would take back what is being sent.
          document.addEventListener('submit', () => stop.abort());
          const wait = async () => {
            const known = body.dataset.version;
            try {
              for (;;) {
                const answer = await fetch('/changes?after=' + encodeURIComponent(known),
                  { signal: stop.signal });
                if (!answer.ok) return;
                if (await answer.text() !== known) break;
              }
            } catch { return; }
            const typing = document.activeElement?.closest('main input, main select, header input');
            if (typing && typing.value) body.classList.add('stale');
            else location.reload();
          };
          if (!document.hidden) wait();
        }
        """#
}
