package api

import "net/http"

type cable struct{}

func newCable(*API) *cable                                        { return nil }
func (c *cable) ServeHTTP(w http.ResponseWriter, r *http.Request) {}
func (c *cable) shutdown()                                        {}
func (c *cable) count() int                                       { return 0 }

type jobs struct{}
