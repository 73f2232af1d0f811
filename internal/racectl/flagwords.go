package racectl

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/pflag"
)

// flagWords says what is wrong with a flag; where its value is no number, without the words of the library that reads numbers.
func flagWords(err error) string {
	var wrong *pflag.InvalidValueError
	var number *strconv.NumError
	if !errors.As(err, &wrong) || !errors.As(err, &number) {
		return err.Error()
	}
	f := wrong.GetFlag()
	kind := map[string]string{"int": "a whole number", "int64": "a whole number", "uint": "a whole number", "float64": "a number", "bool": "true or false"}[f.Value.Type()]
	if kind == "" {
		return err.Error()
	}
	if errors.Is(number, strconv.ErrRange) {
		kind += " of that size"
	}
	return fmt.Sprintf("--%s is %q, which is not %s", f.Name, wrong.GetValue(), kind)
}
