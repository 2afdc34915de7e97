/// How a letter looks: on a screen, in light and dark, and on paper.
enum LetterStyle {
    static let sheet = HTML(
        literal: """

            :root{color-scheme:light dark;--ink:#1d2329;--soft:#566069;--paper:#fff;--line:#d5dae0;--one:#1f5f99;--two:#8a4b08;--tint:#eef2f6}
            @media (prefers-color-scheme:dark){:root{--ink:#e6e9ec;--soft:#a3adb8;--paper:#14181c;--line:#39424b;--one:#7db8ec;--two:#e0a060;--tint:#1e252c}}
            *{box-sizing:border-box}
            body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.45 system-ui,sans-serif}
            main{max-width:46rem;margin:0 auto;padding:1.5rem 1rem 4rem}
            h1{font-size:2rem;line-height:1.2;margin:0 0 .5rem}
            h2{font-size:1.25rem;margin:2.2rem 0 .5rem;border-bottom:2px solid var(--ink)}
            .note{color:var(--soft);margin:.35rem 0;max-width:40rem}
            details{border-bottom:1px solid var(--line)}
            details details{border-bottom:0}
            summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem;padding:.3rem 0;cursor:pointer;list-style:none}
            summary::-webkit-details-marker{display:none}
            summary::before{content:"+";width:.7rem;color:var(--soft);font-weight:700}
            details[open]>summary::before{content:"\\2212"}
            summary:focus-visible,a:focus-visible{outline:2px solid var(--one);outline-offset:2px}
            .top>summary{font-size:1.1rem;font-weight:600}
            .label{flex:1 1 10rem;min-width:0;overflow-wrap:anywhere}
            .label i,.why,small,em,.day{color:var(--soft);font-size:.85rem;font-style:normal;font-weight:400}
            .mean{margin-left:1.45rem}
            .mean>summary{font-size:.85rem;color:var(--soft)}
            .n{margin-left:auto;text-align:right;white-space:nowrap}
            .n em{display:inline-block;min-width:2.3rem;margin-left:.3rem;text-align:left}
            .n bdi{white-space:normal;overflow-wrap:anywhere}
            b{font-weight:600;font-variant-numeric:tabular-nums}
            small b{font-weight:400}
            table .n b{font-weight:400}
            .rows{margin:0 0 .5rem 1.45rem}
            .rows .n{min-width:7.5rem}
            table{border-collapse:collapse;width:100%;table-layout:auto}
            td,th{padding:.15rem .5rem .15rem 0;vertical-align:baseline;text-align:left;font-weight:400;overflow-wrap:anywhere}
            .day{white-space:nowrap;font-variant-numeric:tabular-nums;width:1%}
            td.day:empty{padding:0}
            td.n{width:1%;padding-right:0}
            .rows th[scope=row]{width:40%}
            .rest th{color:var(--soft);font-style:italic}
            .numbers td,.numbers th[scope=col]:not(:first-child){text-align:right}
            .numbers th[scope=col]{color:var(--soft);font-size:.85rem}
            a{color:inherit}
            svg{display:block;color:var(--ink)}
            svg.bar{flex:none;width:9rem;height:.8rem;align-self:center}
            figure{margin:.75rem 0}
            figure>svg{width:100%;height:auto}
            figcaption{color:var(--soft);font-size:.85rem}
            svg text{font:11px system-ui,sans-serif;fill:var(--soft)}
            .grid{stroke:var(--line)}
            .line{fill:none;stroke:var(--one);stroke-width:2.5}
            .dot{fill:var(--one)}
            .one{fill:var(--one)}
            .two{stroke:var(--two)}
            .hatch{stroke:var(--two);stroke-width:2}
            .track{fill:var(--tint)}
            .mark{stroke:var(--ink);stroke-width:2}
            @media (max-width:34rem){svg.bar{display:none}.rows,.mean{margin-left:.6rem}}
            @page{size:auto;margin:16mm 14mm}
            @media print{:root{color-scheme:light;--ink:#000;--soft:#444;--paper:#fff;--line:#bbb;--one:#1f5f99;--two:#8a4b08;--tint:#eee}
            body{font-size:10pt}main{max-width:none;padding:0}
            details::details-content{content-visibility:visible;height:auto;display:block}
            summary::before,details[open]>summary::before{content:none}
            h2,summary{break-after:avoid}tr,svg{break-inside:avoid}
            .rows{margin-left:.8rem}a{text-decoration:none}}

            """)
}
