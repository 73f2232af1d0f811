package api

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"racectl/internal/control"
)

// metrics is what /metrics tells.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
}

func newMetrics(a *API) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "raced_http_request_seconds", Help: "Time to answer HTTP requests.",
			Buckets: []float64{.001, .005, .02, .1, .5, 2, 10},
		}, []string{"method", "status"}),
	}
	m.registry.MustRegister(m.requests)
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "raced_watchers", Help: "Open websocket connections.",
	}, func() float64 { return float64(a.cable.count()) }))
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "raced_sequence", Help: "Sequence number of the realtime channel.",
	}, func() float64 { return float64(a.Hub.Seq()) }))
	m.registry.MustRegister(&commitTimes{a})
	for name, help := range map[string]string{"accepted": "Reads stored since the start.", "known": "Reads that were there already, since the start."} {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "raced_reads_" + name + "_total", Help: help}, func() float64 {
			if name == "known" {
				return float64(a.Control.Metrics.Known.Load())
			}
			return float64(a.Control.Metrics.Accepted.Load())
		}))
	}
	return m
}

// commitTimes is the histogram of how long commits took, as race control counts them.
type commitTimes struct{ api *API }

var commitTimesDesc = prometheus.NewDesc("raced_commit_seconds", "Time to make a batch durable and fold it in.", nil, nil)

// Describe tells the registry what there is.
func (c *commitTimes) Describe(out chan<- *prometheus.Desc) { out <- commitTimesDesc }

// Collect reads the counters of race control.
func (c *commitTimes) Collect(out chan<- prometheus.Metric) {
	m := &c.api.Control.Metrics
	buckets, sum := map[float64]uint64{}, uint64(0)
	for i, upTo := range control.CommitBuckets {
		sum += uint64(m.Buckets[i].Load())
		buckets[upTo.Seconds()] = sum
	}
	sum += uint64(m.Buckets[len(control.CommitBuckets)].Load())
	out <- prometheus.MustNewConstHistogram(commitTimesDesc, sum, time.Duration(m.CommitNanos.Load()).Seconds(), buckets)
}

// knownMethod keeps the number of series small, whatever strangers send.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

func (m *metrics) request(method string, status int, took time.Duration) {
	m.requests.WithLabelValues(knownMethod(method), strconv.Itoa(status)).Observe(took.Seconds())
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
