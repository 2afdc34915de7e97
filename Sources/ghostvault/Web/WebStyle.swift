/// How the pages look: in light and dark, from phones to large screens, and on paper.
enum WebStyle {
    static let sheet = """
        :root{color-scheme:light dark;--paper:light-dark(#f6f7f8,#0f1317);--card:light-dark(#fff,#171c21);--ink:light-dark(#1c2126,#e4e8ec);--soft:light-dark(#56606b,#a0abb6);--line:light-dark(#dfe3e8,#2b333b);--accent:light-dark(#1f5f99,#7db8ec);--tint:light-dark(#e8f0f8,#1c2a38);--good:light-dark(#17693a,#72c690);--bad:light-dark(#a4262c,#f2938d);--warn:light-dark(#82460a,#e3a667);--two:light-dark(#8a4b08,#e0a060)}
        :root[data-scheme=light]{color-scheme:light}:root[data-scheme=dark]{color-scheme:dark}
        :root[data-accent=cyan]{--accent:light-dark(#0b6a76,#6cc7d3);--tint:light-dark(#e3f2f4,#15303a)}
        :root[data-accent=green]{--accent:light-dark(#17693a,#72c690);--tint:light-dark(#e6f3ea,#182e22)}
        :root[data-accent=magenta]{--accent:light-dark(#8a2f7d,#e09bd6);--tint:light-dark(#f7eaf5,#33203a)}
        :root[data-accent=red]{--accent:light-dark(#a4262c,#f2938d);--tint:light-dark(#faeaea,#3a2022)}
        :root[data-accent=yellow]{--accent:light-dark(#754e00,#e3c066);--tint:light-dark(#f7f0df,#322b18)}
        *{box-sizing:border-box}
        html{font-size:15px}
        @media (min-width:2200px){html{font-size:18px}}
        @media (min-width:3200px){html{font-size:22px}}
        body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.45 system-ui,sans-serif;display:grid;grid-template:auto 1fr/13rem minmax(0,1fr);min-height:100vh}
        a{color:var(--accent);text-decoration:none}
        a:hover{text-decoration:underline}
        :focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
        .skip{position:absolute;left:-99rem}
        .skip:focus{left:.5rem;top:.5rem;background:var(--card);padding:.4rem .8rem;z-index:9}
        header{grid-column:1/-1;display:flex;gap:1rem;align-items:center;padding:.55rem 1.25rem;background:var(--card);border-bottom:1px solid var(--line);position:sticky;top:0;z-index:5}
        .brand{font-weight:700;color:var(--ink);width:10.2rem;flex:none}
        header form{flex:1;max-width:44rem}
        input,select,button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.25rem .6rem;min-height:1.9rem}
        ::placeholder{color:var(--soft);opacity:1}
        header input{width:100%;background:var(--paper)}
        button{cursor:pointer}
        button:hover{border-color:var(--accent)}
        #help{margin-left:auto;width:2rem;padding:0}
        .pages{padding:.5rem 0 2rem;border-right:1px solid var(--line);background:var(--card);position:sticky;top:3.1rem;align-self:start;max-height:calc(100vh - 3.1rem);min-height:calc(100vh - 3.1rem);overflow-y:auto;scrollbar-width:thin}
        .pages h2{font-size:.75rem;font-weight:600;color:var(--soft);margin:.7rem 1.25rem .15rem;letter-spacing:.03em}
        .pages ul{list-style:none;margin:0;padding:0}
        .pages a{display:block;padding:.07rem 1.25rem;color:inherit;font-size:.94rem}
        .pages a:hover{background:var(--tint);text-decoration:none}
        .pages a[aria-current]{background:var(--tint);color:var(--accent);font-weight:600;box-shadow:inset 3px 0 var(--accent)}
        main{padding:1rem 1.5rem 3rem;min-width:0}
        .head{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;margin-bottom:.75rem}
        h1{font-size:1.45rem;line-height:1.2;margin:0}
        main h2{font-size:1.05rem;font-weight:400;margin:0 0 .45rem;overflow-wrap:anywhere;white-space:pre-wrap}
        h2 .strong{font-weight:650}
        .period{display:flex;gap:.3rem;align-items:center}
        .period input{width:8rem;text-align:center}
        .step{min-width:2rem;text-align:center;border:1px solid var(--line);border-radius:6px;padding:.15rem .4rem;background:var(--card)}
        span.step{color:var(--soft);opacity:.5}
        article{margin-bottom:1rem}
        .data{margin:0 .2rem .2rem;font-size:.75rem;display:flex;gap:.8rem;justify-content:flex-end}
        section{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem;margin-bottom:.75rem}
        article.dashboard{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(38rem,100%),1fr));gap:.75rem;align-items:start}
        article.dashboard section{margin:0}
        article.dashboard section:first-of-type{grid-column:1/-1;background:none;border:0;padding:0}
        article.dashboard section:first-of-type h2{color:var(--soft);font-weight:400;margin:0}
        article.dashboard .data{grid-column:1/-1;margin-bottom:-1.9rem}
        section p{margin:.1rem 0;max-width:90ch;white-space:pre-wrap}
        p.in{padding-left:1.2rem;text-indent:-.7rem}
        .day{white-space:nowrap}
        .gap{height:.65rem}
        .notice{color:var(--warn);margin:.2rem 0}
        .scroll{overflow-x:auto;max-width:100%}
        table{border-collapse:collapse;font-variant-numeric:tabular-nums}
        table.list{min-width:min(100%,34rem)}
        th,td{text-align:left;vertical-align:baseline;padding:.2rem .9rem .2rem 0;font-weight:400}
        th:last-child,td:last-child{padding-right:0}
        thead th{color:var(--soft);font-size:.8rem;border-bottom:1px solid var(--line);white-space:nowrap}
        .list tbody tr+tr td{border-top:1px solid color-mix(in srgb,var(--line) 55%,transparent)}
        .list tbody tr:hover{background:var(--tint)}
        tr.group th{font-weight:600;padding-top:.8rem}
        .n{text-align:right;white-space:nowrap}
        td{white-space:nowrap}
        td.wide{white-space:normal;overflow-wrap:break-word;min-width:7rem;max-width:34rem}
        .list td.muted.wide{min-width:11rem}
        .facts td:first-child{color:var(--soft)}
        .dashboard .facts td:first-child{color:inherit}
        .i1{padding-left:1rem}.i2{padding-left:2rem}.i3{padding-left:3rem}
        .dashboard .i1{padding-left:0}
        .strong{font-weight:650}.muted{color:var(--soft)}.positive{color:var(--good)}.negative{color:var(--bad)}.warning{color:var(--warn)}.accent{font-weight:600}.chosen{font-weight:600;text-decoration:underline}
        td.muted.wide{font-size:.87rem}
        code{font:.92em ui-monospace,monospace;overflow-wrap:anywhere}
        pre{font:.87rem/1.4 ui-monospace,monospace;overflow-x:auto;margin:.3rem 0}
        .bar{width:9rem;height:.6rem;display:block;fill:var(--accent);border-radius:2px}
        .calendar .list td{border:0!important;min-width:5rem;padding-right:.4rem}
        .calendar .list tr:has(>.strong) td{border-top:1px solid var(--line)!important;padding-top:.35rem}
        .bar.muted{fill:var(--soft)}
        .spark{fill:var(--accent);display:inline-block;vertical-align:middle}
        .chart,figure>svg{width:100%;max-width:62rem;height:auto;display:block;margin:.2rem 0}
        figure{margin:.2rem 0}
        figcaption{color:var(--soft);font-size:.8rem}
        svg text{font:11px system-ui,sans-serif;fill:var(--soft)}
        .grid{stroke:var(--line);fill:none}
        .line{fill:none;stroke:var(--accent);stroke-width:2;stroke-linejoin:round}
        .area{fill:var(--accent);opacity:.1}
        .band{fill:var(--accent);opacity:.22}
        .dot,.one{fill:var(--accent)}
        .two{stroke:var(--two)}.hatch{stroke:var(--two);stroke-width:2}
        .pager{display:flex;gap:1rem;margin-top:.6rem;color:var(--soft)}
        .forms{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}
        .forms form{display:flex;flex-wrap:wrap;gap:.3rem}
        .act .forms form{flex-wrap:nowrap}
        main>.forms{margin-bottom:.75rem}
        .act .forms{flex-wrap:nowrap}
        .act input{width:8.5rem}
        .act input,.act button{min-height:1.5rem;padding:.05rem .5rem;font-size:.87rem}
        .answer{border-left:3px solid var(--good);padding-left:.75rem;margin-bottom:.75rem}
        .answer.failed{border-color:var(--bad)}
        .stale header::after{content:"Something new was stored; reload to see it.";color:var(--warn);font-size:.87rem}
        dialog{background:var(--card);color:var(--ink);border:1px solid var(--line);border-radius:10px;padding:1.2rem 1.5rem;max-width:36rem}
        dialog::backdrop{background:rgb(0 0 0/.45)}
        dl{display:grid;grid-template-columns:auto 1fr auto 1fr;gap:.25rem .8rem}
        dd{margin:0}
        kbd{font:.9em ui-monospace,monospace;border:1px solid var(--line);border-radius:4px;padding:0 .35rem}
        #door{display:block}
        #door main{max-width:36rem;margin:18vh auto}
        @media (max-width:76rem){
        table{font-size:.93rem}
        th,td{padding-right:.65rem}
        .list td.muted.wide{min-width:8.5rem}
        .act input{width:6.5rem}
        }
        @media (max-width:52rem){
        body{display:block}
        header{padding:.5rem .75rem;gap:.6rem}
        .brand{width:auto}
        .pages{position:static;min-height:0;max-height:none;display:flex;overflow-x:auto;border:0;border-bottom:1px solid var(--line);padding:.2rem .5rem}
        .pages h2{display:none}
        .pages ul{display:flex}
        .pages a{padding:.35rem .6rem;white-space:nowrap}
        .pages a[aria-current]{box-shadow:inset 0 -2px var(--accent)}
        main{padding:.75rem .75rem 3rem}
        section{padding:.7rem .75rem}
        article:not(.income,.months,.budget,.networth) .far{display:none}
        th,td{padding-right:.6rem}
        .list td.muted.wide{min-width:8rem}
        .chart,figure>svg{width:36rem;max-width:none}
        .pages{scrollbar-width:none}
        table.list{min-width:0}
        .bar{width:5rem}
        dl{grid-template-columns:auto 1fr}
        }
        @media (max-width:34rem){
        article:not(.income,.months,.budget,.networth) .off{display:none}
        .transaction .facts tr{display:flex;flex-wrap:wrap;column-gap:.6rem;padding:.15rem 0}
        .transaction .facts td{white-space:normal;overflow-wrap:anywhere}
        table{font-size:.9rem}
        .list td:first-child.n a{font-size:.85em}
        .dashboard .facts td:last-child:nth-child(5){display:none}
        }
        @media print{
        :root:root{color-scheme:light;--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb}
        body{display:block;font-size:9.5pt}
        header,.pages,.data,.forms,.period,.pager a,.act{display:none}
        main{padding:0}
        section{border:0;padding:0;margin-bottom:1rem}
        tr,svg{break-inside:avoid}h2{break-after:avoid}
        a{color:inherit}
        .scroll{overflow:visible}
        .far,.off{display:table-cell!important}
        @page{size:landscape}
        }

        """
}
