package api

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics is what /metrics tells.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	reads    *prometheus.CounterVec
}

func newMetrics(a *API) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "raced_http_request_seconds", Help: "Time to answer HTTP requests.",
			Buckets: []float64{.001, .005, .02, .1, .5, 2, 10},
		}, []string{"method", "status"}),
		reads: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "raced_http_reads_total", Help: "Reads handed in over HTTP, by what became of them.",
		}, []string{"outcome"}),
	}
	m.registry.MustRegister(m.requests, m.reads)
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "raced_watchers", Help: "Open websocket connections.",
	}, func() float64 { return float64(a.cable.count()) }))
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "raced_sequence", Help: "Sequence number of the realtime channel.",
	}, func() float64 { return float64(a.Hub.Seq()) }))
	return m
}

func (m *metrics) request(method string, status int, took time.Duration) {
	m.requests.WithLabelValues(method, strconv.Itoa(status)).Observe(took.Seconds())
}

func (m *metrics) readsIn(accepted, known, unreadable int) {
	m.reads.WithLabelValues("accepted").Add(float64(accepted))
	m.reads.WithLabelValues("known").Add(float64(known))
	m.reads.WithLabelValues("unreadable").Add(float64(unreadable))
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
